import { removeProjections } from "./orthonormal-basis.ts";

/** X = Q·R with orthonormal columns Q; `r[i]` is row i of the upper triangle. */
export interface ThinQr {
  q: Float64Array[];
  r: Float64Array[];
}

/**
 * Thin QR of columns of equal length, in their order, by Gram–Schmidt with every projection done twice (Giraud et al.
 * 2005). Where a column's part outside those before it is less than 1e-9 of it, answers that column's number instead.
 */
export function thinQr(columns: readonly Float64Array[]): ThinQr | number {
  const q: Float64Array[] = [];
  const r = columns.map(() => new Float64Array(columns.length));
  for (let j = 0; j < columns.length; j++) {
    const column = columns[j].slice();
    const length = Math.sqrt(dot(column, column));
    removeProjections(column, q);
    const left = Math.sqrt(dot(column, column));
    if (!(left > 1e-9 * length)) return j;
    for (let t = 0; t < column.length; t++) column[t] /= left;
    for (let i = 0; i < j; i++) r[i][j] = dot(q[i], columns[j]);
    r[j][j] = left;
    q.push(column);
  }
  return { q, r };
}

/** Solves R·x = b in place, with R from `thinQr`. */
export function solveUpper(r: readonly Float64Array[], b: Float64Array): void {
  for (let i = b.length - 1; i >= 0; i--) {
    for (let j = i + 1; j < b.length; j++) b[i] -= r[i][j] * b[j];
    b[i] /= r[i][i];
  }
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < x.length; t++) sum += x[t] * y[t];
  return sum;
}
