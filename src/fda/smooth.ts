import { removeProjections } from "../numerics/orthonormal-basis.ts";
import type { SmoothBasis } from "./demmler-reinsch.ts";

/** A fit whose residuals are below this share of the curve's range is exact, and below so many last digits of its values too. */
const EXACT = 1e-12;
const LAST_DIGITS = 4;

/** A curve in the parts that a basis smooths: everything about any λ follows from them. */
export interface Projected {
  trend: Float64Array;
  /** Coordinates along the modes. */
  along: Float64Array;
  /** Sum of squares that no curve of the basis reaches. */
  outside: number;
  /** Residual sums of squares at or below this are rounding. */
  rounding: number;
}

/** A smooth with one λ. */
export interface Smooth {
  lambda: number;
  /** Effective degrees of freedom, the trace of the smoother. */
  edf: number;
  /** One a curve. */
  fitted: Float64Array[];
  /** Residual sum of squares a curve; 0 when the fit is exact. */
  rss: Float64Array;
  /** Diagonal of the smoother matrix. */
  leverage: Float64Array;
}

/** Splits curves into trend, modes and what lies outside the basis. */
export function project({ trend, modes, n_points }: SmoothBasis, rows: readonly Float64Array[]): Projected[] {
  return rows.map((row) => {
    const rest = row.slice();
    removeProjections(rest, trend);
    const line = row.map((x, j) => x - rest[j]);
    const along = Float64Array.from(modes, (mode) => mode.reduce((sum, x, j) => sum + x * rest[j], 0));
    removeProjections(rest, modes);
    const outside = rest.reduce((sum, x) => sum + x * x, 0);
    return { trend: line, along, outside, rounding: n_points * roundingOf(row) ** 2 };
  });
}

/** What residuals of a curve may be by rounding alone. */
function roundingOf(row: Float64Array): number {
  const low = row.reduce((least, x) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const high = row.reduce((most, x) => Math.max(most, x), Number.NEGATIVE_INFINITY);
  const largest = Math.max(Math.abs(low), Math.abs(high));
  return Math.max(EXACT * (high - low), LAST_DIGITS * Number.EPSILON * largest);
}

/** Trace of the smoother at a λ. */
export function edfAt({ trend, rates }: SmoothBasis, lambda: number): number {
  return rates.reduce((sum, rate) => sum + 1 / (1 + lambda * rate), trend.length);
}

/** Residual sum of squares of each curve at a λ. */
export function rssAt({ rates }: SmoothBasis, curves: readonly Projected[], lambda: number): Float64Array {
  const lost = rates.map((rate) => 1 - 1 / (1 + lambda * rate));
  return Float64Array.from(curves, ({ along, outside }) =>
    along.reduce((sum, a, k) => sum + (lost[k] * a) ** 2, outside),
  );
}

/** Smooths curves with one λ ≥ 0. */
export function smoothAt(basis: SmoothBasis, curves: readonly Projected[], lambda: number): Smooth {
  const { modes, rates, trend, n_points } = basis;
  const kept = rates.map((rate) => 1 / (1 + lambda * rate));
  const fitted = curves.map(({ trend: line, along }) => {
    const fit = line.slice();
    modes.forEach((mode, k) => {
      for (let j = 0; j < n_points; j++) fit[j] += kept[k] * along[k] * mode[j];
    });
    return fit;
  });
  const leverage = new Float64Array(n_points);
  for (const unit of trend) for (let j = 0; j < n_points; j++) leverage[j] += unit[j] ** 2;
  modes.forEach((mode, k) => {
    for (let j = 0; j < n_points; j++) leverage[j] += kept[k] * mode[j] ** 2;
  });
  const rss = rssAt(basis, curves, lambda).map((sum, i) => (sum <= curves[i].rounding ? 0 : sum));
  return { lambda, edf: edfAt(basis, lambda), fitted, rss, leverage };
}
