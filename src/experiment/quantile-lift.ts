import { normalQuantile } from "../numerics/normal.ts";
import type { Center, Contrast } from "./contrast.ts";

/** A quantile of one arm with the order statistics that its variance was read from. */
export interface ArmQuantile extends Center {
  low: number;
  high: number;
}

/** Fewest values whose order statistics bracket the quantile at level z: n > z² max(p/(1 − p), (1 − p)/p). */
export function fewestForQuantile(p: number, alpha: number): number {
  const z = normalQuantile(1 - alpha / 2);
  return Math.floor(z * z * Math.max(p / (1 - p), (1 - p) / p)) + 1;
}

/**
 * The p-quantile of values in ascending order by the inverse of their distribution function (type 1, x_(⌈np⌉)), and
 * its variance from the order statistics at n(p ∓ z√(p(1−p)/n)): ((U − L)/2z)² (Deng, Knoblich & Lu 2018).
 */
export function armQuantile(sorted: Float64Array, p: number, alpha: number): ArmQuantile {
  const n = sorted.length;
  const z = normalQuantile(1 - alpha / 2);
  const reach = z * Math.sqrt(p * (1 - p) * n);
  const [value, low, high] = [n * p, n * p - reach, n * p + reach].map((rank) => sorted[orderIndex(rank, n)]);
  return { value, low, high, variance: ((high - low) / (2 * z)) ** 2 };
}

/** Index of the order statistic at a rank: ⌈rank⌉ − 1, kept inside. */
export function orderIndex(rank: number, n: number): number {
  // n·p of a p such as 0.9 may land a rounding above a whole rank.
  return Math.min(n - 1, Math.max(0, Math.ceil(rank - 1e-9 * Math.max(1, rank)) - 1));
}

/** Two quantiles compared by the normal. */
export function quantileContrast(control: Center, treatment: Center): Contrast {
  return { control, treatment, covariance: 0, df: Number.POSITIVE_INFINITY };
}
