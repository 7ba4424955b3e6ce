import { fixSign } from "./fix-sign.ts";
import { reflect, reflector } from "./householder.ts";
import { orthogonalize } from "./jacobi.ts";

/** A = Σ s[k]·u[k]·v[k]ᵀ, singular values in falling order. */
export interface Svd {
  /** Left vectors, as long as the columns of A. */
  u: Float64Array[];
  s: Float64Array;
  /** Right vectors, one entry a column of A; the largest |entry| is positive. */
  v: Float64Array[];
}

/**
 * Thin singular value decomposition of a matrix given by its columns (equal lengths), min(rows, columns) triplets: a QR
 * step, then one-sided Jacobi rotations; a wide matrix by its transpose. Errors are of the order ε·s[0], and small
 * singular values of well-scaled columns keep their relative accuracy (Demmel & Veselić 1992). The partner of a zero
 * singular value is a zero vector. Entries must be finite.
 */
export function svd(columns: readonly Float64Array[]): Svd {
  const rows = columns[0]?.length ?? 0;
  const wide = rows < columns.length;
  const { u, s, v } = tall(wide ? transpose(columns, rows) : columns);
  const result = wide ? { u: v, s, v: u } : { u, s, v };
  for (const [k, axis] of result.v.entries()) if (fixSign(axis)) negate(result.u[k]);
  return result;
}

function tall(columns: readonly Float64Array[]): Svd {
  const p = columns.length;
  const a = columns.map((column) => column.slice());
  const reflectors = a.map((column, k) => {
    const h = reflector(column, k);
    for (let j = k; j < p; j++) reflect(a[j], h);
    return h;
  });
  const triangle = a.map((column, k) => column.slice(0, p).fill(0, k + 1));
  const v = Array.from({ length: p }, (_, k) => new Float64Array(p).fill(1, k, k + 1));
  orthogonalize(triangle, v);
  const lengths = triangle.map(norm);
  const order = Array.from(lengths.keys()).sort((i, j) => lengths[j] - lengths[i]);
  const u = order.map((k) => {
    const left = new Float64Array(columns[0].length);
    if (lengths[k] !== 0) left.set(triangle[k].map((x) => x / lengths[k]));
    for (let r = p - 1; r >= 0; r--) reflect(left, reflectors[r]);
    return left;
  });
  return { u, s: Float64Array.from(order, (k) => lengths[k]), v: order.map((k) => v[k]) };
}

function norm(x: Float64Array): number {
  return Math.hypot(...x);
}

function negate(x: Float64Array): void {
  for (let i = 0; i < x.length; i++) x[i] = -x[i];
}

function transpose(columns: readonly Float64Array[], rows: number): Float64Array[] {
  return Array.from({ length: rows }, (_, i) => Float64Array.from(columns, (column) => column[i]));
}
