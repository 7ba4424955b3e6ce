import { median } from "../numerics/median.ts";
import { average } from "./warps.ts";

/**
 * How alike curves are on one grid. `least_squares`: (1/n) Σ_i Σ_j w_j (x_ij − mean_j)². `pairwise_correlation`: mean over
 * all pairs of the weighted Pearson correlation; a pair with a constant curve counts as 0.
 */
export function alignmentScores(
  rows: Float64Array[],
  w: Float64Array,
): { least_squares: number; pairwise_correlation: number } {
  const mean = average(rows);
  const total = w.reduce((sum, x) => sum + x, 0);
  const unit = new Float64Array(w.length);
  let [squares, varying] = [0, 0];
  for (const row of rows) {
    squares += row.reduce((sum, x, j) => sum + w[j] * (x - mean[j]) ** 2, 0);
    const centre = row.reduce((sum, x, j) => sum + w[j] * x, 0) / total;
    const length = Math.sqrt(row.reduce((sum, x, j) => sum + w[j] * (x - centre) ** 2, 0));
    if (isFlat(row) || length === 0) continue;
    varying++;
    for (let j = 0; j < w.length; j++) unit[j] += (row[j] - centre) / length;
  }
  // Of unit vectors z, Σ over pairs of ⟨z_i, z_k⟩ is (‖Σ z‖² − n) / 2.
  const joint = unit.reduce((sum, x, j) => sum + w[j] * x * x, 0);
  const n = rows.length;
  // One curve that varies is in no pair; the difference would be rounding.
  const pairwise_correlation = varying < 2 ? 0 : (joint - varying) / (n * (n - 1));
  return { least_squares: squares / n, pairwise_correlation };
}

/** True when all values are one. */
export function isFlat(row: Float64Array): boolean {
  return row.every((x) => x === row[0]);
}

const BINOMIAL = [1, 4, 6, 4, 1];

/**
 * How much rougher curves are than their own moving averages: the median over curves that vary of total variation over
 * that of the 5-point binomial average (1, 4, 6, 4, 1)/16 at the inner points. 1 for smooth curves, about 4 for white
 * noise; null below 9 points or when no curve varies.
 */
export function noiseRatio(rows: Float64Array[]): number | null {
  if (rows[0].length < 9) return null;
  const ratios = rows
    .filter((row) => !isFlat(row))
    .map((row) => variation(row.subarray(2, -2)) / variation(smoothed(row)));
  const finite = ratios.filter((ratio) => Number.isFinite(ratio));
  return finite.length === 0 ? null : median(Float64Array.from(finite));
}

function smoothed(row: Float64Array): Float64Array {
  return Float64Array.from({ length: row.length - 4 }, (_, j) =>
    BINOMIAL.reduce((sum, weight, k) => sum + (weight / 16) * row[j + k], 0),
  );
}

function variation(row: Float64Array): number {
  let sum = 0;
  for (let j = 1; j < row.length; j++) sum += Math.abs(row[j] - row[j - 1]);
  return sum;
}
