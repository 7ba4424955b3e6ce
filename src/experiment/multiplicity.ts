import { benjaminiHochberg } from "../numerics/benjamini-hochberg.ts";
import { holm } from "../numerics/holm.ts";

/** How several comparisons share one error rate. */
export type Correction = "none" | "bonferroni" | "holm" | "hochberg" | "bh" | "by";

/** Corrections that control the chance of any false finding; the others control the share of false findings. */
const FAMILYWISE: ReadonlySet<Correction> = new Set(["bonferroni", "holm", "hochberg"]);

/**
 * Adjusted p-values, in the order given, never above 1: Bonferroni m·p; Holm; Hochberg; Benjamini & Hochberg, and under
 * any dependence Benjamini & Yekutieli (2001), BH of p·Σ1/j.
 */
export function adjustedPValues(pValues: readonly number[], correction: Correction): number[] {
  const m = pValues.length;
  if (correction === "bonferroni") return pValues.map((p) => Math.min(1, m * p));
  if (correction === "holm") return holm(pValues);
  if (correction === "hochberg") return hochberg(pValues);
  if (correction === "bh") return benjaminiHochberg(pValues);
  if (correction === "by") return benjaminiHochberg(pValues.map((p) => p * harmonic(m)));
  return [...pValues];
}

/** Hochberg's (1988) step-up form of Holm: the k-th smallest becomes min over j ≥ k of p₍ⱼ₎(m − j + 1). */
function hochberg(p: readonly number[]): number[] {
  const descending = Array.from(p.keys()).sort((a, b) => p[b] - p[a]);
  const adjusted = new Array<number>(p.length);
  let smallest = 1;
  for (const [i, at] of descending.entries()) {
    smallest = Math.min(smallest, p[at] * (i + 1));
    adjusted[at] = smallest;
  }
  return adjusted;
}

/** Σ 1/j up to m. */
function harmonic(m: number): number {
  let sum = 0;
  for (let j = 1; j <= m; j++) sum += 1 / j;
  return sum;
}

/** The intervals that go with a correction; there is no "Holm interval", so family-wise corrections get Bonferroni's. */
export interface IntervalPlan {
  method: "bonferroni" | "fcr";
  /** 1 − coverage of each interval, comparison by comparison; null for one that FCR does not select. */
  alphas: (number | null)[];
}

/**
 * Simultaneous levels: α/m each; under BH and BY the false coverage rate (Benjamini & Yekutieli 2005), αR/m for the R
 * comparisons selected (divided by Σ1/j under BY) and none for the others. Null when there is nothing to correct.
 */
export function intervalPlan(adjusted: readonly number[], correction: Correction, alpha: number): IntervalPlan | null {
  const m = adjusted.length;
  if (correction === "none" || m < 2) return null;
  if (FAMILYWISE.has(correction)) return { method: "bonferroni", alphas: adjusted.map(() => alpha / m) };
  const selected = adjusted.filter((p) => p <= alpha).length;
  const divisor = correction === "by" ? m * harmonic(m) : m;
  return { method: "fcr", alphas: adjusted.map((p) => (p <= alpha ? (alpha * selected) / divisor : null)) };
}
