import { eigenSymmetric } from "../../numerics/eigen-symmetric.ts";
import { gammaDraw } from "../../numerics/gamma-draw.ts";
import type { Rng } from "../../numerics/pcg64.ts";
import { standardNormal } from "../../numerics/standard-normal.ts";

/**
 * Eigenvalues, largest first, of the sample correlation matrix of n rows of p independent normal columns. The scatter
 * matrix is drawn at once, whatever n, by Bartlett's decomposition: L·Lᵀ with independent L_ij ~ N(0, 1) below the
 * diagonal and L_ii² ~ χ² with n − 1 − i degrees of freedom. n ≤ p + 1 is drawn row by row.
 */
export function randomCorrelationEigenvalues(n: number, p: number, rng: Rng): Float64Array {
  const scatter = n > p + 2 ? bartlett(n, p, rng) : byRows(n, p, rng);
  const sds = scatter.map((column, i) => Math.sqrt(column[i]));
  const correlation = scatter.map((column, i) => column.map((s, j) => (i === j ? 1 : s / (sds[i] * sds[j]))));
  return eigenSymmetric(correlation).values;
}

function bartlett(n: number, p: number, rng: Rng): Float64Array[] {
  const root = new Float64Array(p * p);
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < i; j++) root[i * p + j] = standardNormal(rng);
    root[i * p + i] = Math.sqrt(2 * gammaDraw(rng, (n - 1 - i) / 2));
  }
  return outer(p, (i, j) => {
    let sum = 0;
    for (let k = 0; k <= Math.min(i, j); k++) sum += root[i * p + k] * root[j * p + k];
    return sum;
  });
}

function byRows(n: number, p: number, rng: Rng): Float64Array[] {
  const columns = Array.from({ length: p }, () => centred(Float64Array.from({ length: n }, () => standardNormal(rng))));
  return outer(p, (i, j) => columns[i].reduce((sum, x, r) => sum + x * columns[j][r], 0));
}

function centred(x: Float64Array): Float64Array {
  const m = x.reduce((sum, value) => sum + value, 0) / x.length;
  return x.map((value) => value - m);
}

function outer(p: number, entry: (i: number, j: number) => number): Float64Array[] {
  return Array.from({ length: p }, (_, i) => Float64Array.from({ length: p }, (_, j) => entry(i, j)));
}
