import { choleskyInto } from "./packed-cholesky.ts";
import type { Whitener } from "./whitener.ts";

/** Regression of the whitened series on its whitened regressors, with the values of missing rows at their best throughout. */
export interface Profile {
  /** Coefficients of the regressors; overwritten by `solve`. */
  beta: Float64Array;
  /** ln |DᵀV⁻¹D| of the columns D of missing rows: what their freedom takes off the likelihood. 0 when none is missing. */
  freedom: number;
  /** Least sum of squares over beta. NaN when the regressors are dependent. */
  solve(): number;
  /** The sum of squares at the coefficients that stand in `all` from `from` on. */
  at(all: Float64Array, from: number): number;
}

/**
 * Sums of squares on top of a whitener whose columns are the series, its regressors and `nuisance` columns of missing
 * rows. The latter are swept out of the cross-products first (Cholesky, Schur complement). Allocates here only.
 */
export function profile({ whitened }: Pick<Whitener, "whitened">, nuisance = 0): Profile {
  const size = whitened.length;
  const kept = size - nuisance;
  const products = new Float64Array(size * size);
  const lower = new Float64Array(size * size);
  const ordered = whitened.slice();
  const starts = new Int32Array(size);
  const result: Profile = { beta: new Float64Array(kept - 1), freedom: 0, solve, at };

  /** Cross-products with the nuisance first, and their factor: the rest of it is the factor of what they leave. */
  function sweep(): boolean {
    for (let i = 0; i < size; i++) {
      ordered[i] = whitened[i < nuisance ? kept + i : size - 1 - i];
      starts[i] = firstOf(ordered[i]);
    }
    for (let i = 0; i < size; i++) dotsInto(products, i * size, ordered, starts, i);
    if (!choleskyInto(products, lower, size)) return false;
    result.freedom = 0;
    for (let i = 0; i < nuisance; i++) result.freedom += 2 * Math.log(lower[i * size + i]);
    return true;
  }

  /** In the factor the series comes last, after its regressors from the last to the first: its row holds their shares. */
  function solve(): number {
    if (!sweep()) return Number.NaN;
    const series = (size - 1) * size;
    for (let i = size - 2; i >= nuisance; i--) {
      let sum = lower[series + i];
      for (let j = i + 1; j < size - 1; j++) sum -= lower[j * size + i] * result.beta[size - 2 - j];
      result.beta[size - 2 - i] = sum / lower[i * size + i];
    }
    return lower[series + size - 1] ** 2;
  }

  function at(all: Float64Array, from: number): number {
    if (!sweep()) return Number.NaN;
    let sum = 0;
    for (let i = nuisance; i < size; i++) {
      let entry = lower[(size - 1) * size + i];
      for (let j = i; j < size - 1; j++) entry -= lower[j * size + i] * all[from + size - 2 - j];
      sum += entry * entry;
    }
    return sum;
  }

  return result;
}

/** Where a column begins; nothing before it adds to a product. */
function firstOf(x: Float64Array): number {
  let t = 0;
  while (t < x.length && x[t] === 0) t++;
  return t;
}

/** Products of column i with the columns 0 … i, four at a time: each is a sum of its own, in the order of the rows. */
function dotsInto(out: Float64Array, at: number, columns: Float64Array[], starts: Int32Array, i: number): void {
  const x = columns[i];
  let j = 0;
  for (; j + 3 <= i; j += 4) {
    const [y0, y1, y2, y3] = [columns[j], columns[j + 1], columns[j + 2], columns[j + 3]];
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    const from = Math.max(starts[i], Math.min(starts[j], starts[j + 1], starts[j + 2], starts[j + 3]));
    for (let t = from; t < x.length; t++) {
      const value = x[t];
      s0 += value * y0[t];
      s1 += value * y1[t];
      s2 += value * y2[t];
      s3 += value * y3[t];
    }
    out[at + j] = s0;
    out[at + j + 1] = s1;
    out[at + j + 2] = s2;
    out[at + j + 3] = s3;
  }
  for (; j <= i; j++) {
    const y = columns[j];
    let sum = 0;
    for (let t = Math.max(starts[i], starts[j]); t < x.length; t++) sum += x[t] * y[t];
    out[at + j] = sum;
  }
}
