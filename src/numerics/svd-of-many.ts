import { eigenSymmetric } from "./eigen-symmetric.ts";
import { type Svd, svd } from "./svd.ts";

/** Below this many columns the rotation costs more than it saves. */
const FEW = 64;

/**
 * `svd` for matrices of hundreds of columns and rows: they are first turned to the eigenvectors of their products, which
 * leaves the Jacobi rotations little to do (Drmač & Veselić 2008). Errors are of the order ε·s[0] for every triplet, and
 * signs are not fixed. Entries must be finite.
 */
export function svdOfMany(columns: readonly Float64Array[]): Svd {
  const rows = columns[0]?.length ?? 0;
  if (Math.min(rows, columns.length) < FEW) return svd(columns);
  if (rows < columns.length) {
    const { u, s, v } = svdOfMany(
      Array.from({ length: rows }, (_, i) => Float64Array.from(columns, (column) => column[i])),
    );
    return { u: v, s, v: u };
  }
  // Products of products stay in the range of numbers when the largest entry is 1.
  const largest = columns.reduce((most, column) => column.reduce((m, x) => Math.max(m, Math.abs(x)), most), 0) || 1;
  const unit = columns.map((column) => column.map((x) => x / largest));
  const { vectors } = eigenSymmetric(unit.map((x) => Float64Array.from(unit, (y) => dot(x, y))));
  const { u, s, v } = svd(vectors.map((vector) => combine(columns, vector)));
  return { u, s, v: v.map((vector) => combine(vectors, vector)) };
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}

/** Σ_k weights[k]·columns[k]. */
function combine(columns: readonly Float64Array[], weights: Float64Array): Float64Array {
  const sum = new Float64Array(columns[0].length);
  for (let k = 0; k < columns.length; k++) {
    const weight = weights[k];
    const column = columns[k];
    for (let i = 0; i < sum.length; i++) sum[i] += weight * column[i];
  }
  return sum;
}
