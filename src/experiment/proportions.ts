import { normalQuantile } from "../numerics/normal.ts";
import { twoSidedP } from "./inference.ts";

/** k successes among n units. */
export interface Count {
  k: number;
  n: number;
}

/** Two ends, both inside. */
export interface Interval {
  low: number;
  high: number;
}

/** Wilson's score interval for one proportion. */
export function wilson({ k, n }: Count, alpha: number): Interval {
  const z = normalQuantile(1 - alpha / 2);
  const p = k / n;
  const center = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  return { low: k === 0 ? 0 : center - half, high: k === n ? 1 : center + half };
}

/** Newcombe's (1998, method 10) hybrid of two Wilson intervals for p_t − p_c. */
export function newcombe(control: Count, treatment: Count, alpha: number): Interval {
  const [c, t] = [wilson(control, alpha), wilson(treatment, alpha)];
  const [pc, pt] = [control.k / control.n, treatment.k / treatment.n];
  const d = pt - pc;
  return {
    low: d - Math.hypot(pt - t.low, c.high - pc),
    high: d + Math.hypot(t.high - pt, pc - c.low),
  };
}

/**
 * The score test of p_t = p_c: z with the pooled variance p̄q̄(1/n_t + 1/n_c) (Pearson's chi-square is z²). Equal
 * proportions give 0, all or no successes too.
 */
export function pooledZ(control: Count, treatment: Count): { statistic: number; p_value: number } {
  const p = (control.k + treatment.k) / (control.n + treatment.n);
  const se = Math.sqrt(p * (1 - p) * (1 / control.n + 1 / treatment.n));
  const gap = treatment.k / treatment.n - control.k / control.n;
  const statistic = gap === 0 ? 0 : gap / se;
  return { statistic, p_value: twoSidedP(statistic, Number.POSITIVE_INFINITY) };
}

/** The fewest units in any cell of the two-by-two table. */
export function smallestCell(control: Count, treatment: Count): number {
  return Math.min(control.k, control.n - control.k, treatment.k, treatment.n - treatment.k);
}
