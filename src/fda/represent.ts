import { noiseRatio } from "./alignment-scores.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import type { Diagnostic } from "./methods/method.ts";

/** Gaps that spread less than this share of their mean count as one step. */
const EVEN = 0.01;
/** A spread below this share of the mean gap is rounding. */
const ROUNDING = 1e-12;

/** What raw curves are like, before any method: grid, spacing (population standard deviation), range and noise. */
export function represent({ t, rows }: CurveMatrix): Record<string, Diagnostic> {
  const gaps = Array.from({ length: t.length - 1 }, (_, j) => t[j + 1] - t[j]);
  const mean = (t[t.length - 1] - t[0]) / gaps.length;
  const std = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length);
  const noise = noiseRatio(rows);
  let [low, high, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const row of rows) {
    for (const x of row) {
      low = Math.min(low, x);
      high = Math.max(high, x);
      sum += x;
    }
  }
  return {
    n_obs: rows.length,
    n_points: t.length,
    argvals_min: t[0],
    argvals_max: t[t.length - 1],
    argvals_spacing_mean: mean,
    argvals_spacing_std: std > ROUNDING * mean ? std : 0,
    argvals_spacing_ratio: gaps.reduce((a, b) => Math.max(a, b)) / gaps.reduce((a, b) => Math.min(a, b)),
    is_uniform_grid: std / mean < EVEN,
    data_range_min: low,
    data_range_max: high,
    data_range_mean: sum / (rows.length * t.length),
    noise_ratio: noise,
    ...(noise === null ? { noise_ratio_reason: "fewer than 9 points, or no curve that varies" } : {}),
  };
}

/** Size, smallest and largest value of every table behind a run's handle. */
export function tablesOf(fields: Record<string, { values: number[][] }>) {
  return Object.entries(fields).map(([field, { values }]) => {
    const all = values.flat();
    if (all.length === 0) {
      const none = "the table is empty";
      return { field, n_values: 0, min: null, min_reason: none, max: null, max_reason: none };
    }
    return {
      field,
      n_values: all.length,
      min: all.reduce((a, b) => Math.min(a, b)),
      max: all.reduce((a, b) => Math.max(a, b)),
    };
  });
}
