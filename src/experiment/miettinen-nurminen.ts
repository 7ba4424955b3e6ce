import { findRoot } from "../numerics/find-root.ts";
import { normalQuantile } from "../numerics/normal.ts";
import type { Count, Interval } from "./proportions.ts";

/**
 * Miettinen & Nurminen's (1985) score interval for p_t − p_c: the differences δ whose score statistic, with the
 * variance at the restricted maximum likelihood under δ times N/(N − 1), lies within ±z.
 */
export function miettinenNurminen(control: Count, treatment: Count, alpha: number): Interval {
  const z = normalQuantile(1 - alpha / 2);
  const d = treatment.k / treatment.n - control.k / control.n;
  const excess = (side: number) => (delta: number) => side * scoreStatistic(control, treatment, delta) - z;
  return {
    low: edge(excess(1), -1, d),
    high: edge(excess(-1), 1, d),
  };
}

/** The score statistic of the hypothesis p_t − p_c = δ, signed as d − δ. δ = 0 is the pooled z times √((N − 1)/N). */
export function scoreStatistic(control: Count, treatment: Count, delta: number): number {
  const gap = treatment.k / treatment.n - control.k / control.n - delta;
  if (gap === 0) return 0;
  const pc = restrictedControl(control, treatment, delta);
  const pt = pc + delta;
  const n = control.n + treatment.n;
  const variance = ((pc * (1 - pc)) / control.n + (pt * (1 - pt)) / treatment.n) * (n / (n - 1));
  return variance > 0 ? gap / Math.sqrt(variance) : gap * Number.POSITIVE_INFINITY;
}

/**
 * The control's proportion that is most likely under p_t = p_c + δ: the root of the likelihood's cubic
 * N p³ + l2 p² + l1 p + l0 in trigonometric form, held where both proportions lie in [0, 1].
 */
export function restrictedControl(control: Count, treatment: Count, delta: number): number {
  const n = control.n + treatment.n;
  const k = control.k + treatment.k;
  const l2 = ((treatment.n + 2 * control.n) * delta - n - k) / (3 * n);
  const l1 = ((control.n * delta - n - 2 * control.k) * delta + k) / (3 * n);
  const l0 = (control.k * delta * (1 - delta)) / (2 * n);
  const q = l2 ** 3 - 1.5 * l1 * l2 + l0;
  const p = Math.sign(q) * Math.sqrt(Math.max(0, l2 * l2 - l1));
  const angle = (Math.PI + Math.acos(Math.min(1, Math.max(-1, p === 0 ? 0 : q / p ** 3)))) / 3;
  const root = 2 * p * Math.cos(angle) - l2;
  return Math.min(1 - Math.max(0, delta), Math.max(0, -delta, root));
}

/** The δ between the estimate and the end of its range where the statistic reaches z; that end when none does. */
function edge(excess: (delta: number) => number, end: -1 | 1, estimate: number): number {
  if (estimate === end) return end;
  const found = findRoot(excess, end, estimate, 1e-14);
  return Number.isNaN(found) ? end : found;
}
