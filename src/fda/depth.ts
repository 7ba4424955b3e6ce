import { refusal } from "../contract/outcome.ts";
import { pairsOf, sidesOf } from "../numerics/sides.ts";
import type { CurveMatrix } from "./curve-matrix.ts";

/** How deep each curve lies among all of them, 0 to 1, in the order of the curves. */
export interface Depths {
  /** Mean over the grid of 1 − |1 − 2F|, F the share of curves below plus half of those level (Fraiman & Muniz 2001). */
  fraiman_muniz: Float64Array;
  /** Mean over the grid of the share of pairs of curves that a curve lies between or on (López-Pintado & Romo 2009, J = 2). */
  modified_band: Float64Array;
}

/**
 * Depths of curves among themselves, with grid points weighted as given (trapezoid weights: by the stretch they stand
 * for). Counting level curves half makes the highest curve as deep as the lowest.
 */
export function depths({ rows, t }: CurveMatrix, weights: Float64Array): Depths {
  const n = rows.length;
  const total = weights.reduce((sum, w) => sum + w, 0);
  const fraiman_muniz = new Float64Array(n);
  const modified_band = new Float64Array(n);
  for (let j = 0; j < t.length; j++) {
    const { below, above } = sidesOf(Float64Array.from(rows, (row) => row[j]));
    const weight = weights[j] / total;
    for (let i = 0; i < n; i++) {
      const [under, over] = [below[i], above[i]];
      fraiman_muniz[i] += weight * (1 - Math.abs(over - under) / n);
      modified_band[i] += weight * (1 - (pairsOf(under) + pairsOf(over)) / pairsOf(n));
    }
  }
  return { fraiman_muniz, modified_band };
}

/** A curve that leaves the fences of a functional boxplot, and where. */
export interface OutlyingCurve {
  index: number;
  /** Grid points outside, and the first of them. */
  n_outside: number;
  first: number;
}

/** A functional boxplot (Sun & Genton 2011). */
export interface FunctionalBoxplot {
  /** The deepest curve, the first of equal ones. */
  median: number;
  /** Envelope of the deeper half of the curves. */
  low: Float64Array;
  high: Float64Array;
  outliers: OutlyingCurve[];
}

/**
 * The functional boxplot of curves by their depth: the envelope of the deeper half (rounded up), fences at `factor` times
 * its width beyond it, and the curves that leave them anywhere. Refuses TooFewCurves below 4.
 */
export function functionalBoxplot(
  { label, rows, t }: CurveMatrix,
  depth: Float64Array,
  factor = 1.5,
): FunctionalBoxplot {
  if (rows.length < 4) throw tooFew(label, rows.length);
  const order = Array.from(rows.keys()).sort((a, b) => depth[b] - depth[a] || a - b);
  const half = order.slice(0, Math.ceil(rows.length / 2));
  const low = t.map((_, j) => half.reduce((least, i) => Math.min(least, rows[i][j]), Number.POSITIVE_INFINITY));
  const high = t.map((_, j) => half.reduce((most, i) => Math.max(most, rows[i][j]), Number.NEGATIVE_INFINITY));
  const outside = (x: number, j: number) => {
    const fence = factor * (high[j] - low[j]);
    return x > high[j] + fence || x < low[j] - fence;
  };
  const outliers = rows.flatMap((row, index) => {
    const n_outside = row.reduce((n, x, j) => n + (outside(x, j) ? 1 : 0), 0);
    return n_outside === 0 ? [] : [{ index, n_outside, first: row.findIndex(outside) }];
  });
  return { median: order[0], low, high, outliers };
}

function tooFew(label: string, n: number): Error {
  const remedy = "give at least 4 curves";
  const cause = `${label}: ${n} curves, 4 needed for the central half of a functional boxplot; ${remedy}`;
  return refusal("TooFewCurves", cause, { check: "curves", observed: n, required: 4, remedy });
}
