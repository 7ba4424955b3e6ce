/** How several comparisons share one error rate. */
export type Correction = "none" | "bonferroni" | "holm" | "hochberg" | "bh" | "by";

/** Corrections that control the chance of any false finding; the others control the share of false findings. */
const FAMILYWISE: ReadonlySet<Correction> = new Set(["bonferroni", "holm", "hochberg"]);

/**
 * Adjusted p-values, in the order given, never above 1: Bonferroni m·p; Holm (1979) stepping down with m − i; Hochberg
 * (1988) stepping up with the same factors; Benjamini & Hochberg (1995) m/i; Benjamini & Yekutieli (2001) m Σ1/j / i.
 */
export function adjustedPValues(pValues: readonly number[], correction: Correction): number[] {
  const m = pValues.length;
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[a] - pValues[b]);
  const harmonic = correction === "by" ? order.reduce((sum, _, i) => sum + 1 / (i + 1), 0) : 1;
  const factor = (rank: number) => {
    if (correction === "none") return 1;
    if (correction === "bonferroni") return m;
    return FAMILYWISE.has(correction) ? m - rank : (m * harmonic) / (rank + 1);
  };
  const raised = order.map((i, rank) => Math.min(1, factor(rank) * pValues[i]));
  if (correction === "holm") for (let i = 1; i < m; i++) raised[i] = Math.max(raised[i], raised[i - 1]);
  else if (correction !== "none" && correction !== "bonferroni") {
    for (let i = m - 2; i >= 0; i--) raised[i] = Math.min(raised[i], raised[i + 1]);
  }
  const adjusted = new Array<number>(m);
  order.forEach((i, rank) => {
    adjusted[i] = raised[rank];
  });
  return adjusted;
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
  const harmonic = correction === "by" ? adjusted.reduce((sum, _, i) => sum + 1 / (i + 1), 0) : 1;
  return { method: "fcr", alphas: adjusted.map((p) => (p <= alpha ? (alpha * selected) / (m * harmonic) : null)) };
}
