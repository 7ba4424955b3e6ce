import { type Reflector, reflector } from "./householder.ts";

/** A = U·B·Vᵀ: B has `diagonal[k]`, and `above[k]` beside it in row k. U and V are the products of the reflections. */
export interface Bidiagonal {
  diagonal: Float64Array;
  above: Float64Array;
  left: Reflector[];
  right: Reflector[];
}

/**
 * Householder reduction of a matrix with at least as many rows as columns (given by columns) to upper bidiagonal form
 * (Golub & Kahan 1965). What is left of the matrix is gone through twice a column, each time for the end of one reflection
 * and the beginning of the next. Entries must be finite, and their squares in range.
 */
export function bidiagonalize(columns: readonly Float64Array[]): Bidiagonal {
  const a = columns.map((column) => column.slice());
  const q = a.length;
  const [diagonal, above] = [new Float64Array(q), new Float64Array(Math.max(0, q - 1))];
  const [left, right]: [Reflector[], Reflector[]] = [[], []];
  const none = { v: new Float64Array(q), from: 0, beta: 0 };
  // The first column waits for no reflection from the right.
  let y = new Float64Array(a[0].length);
  let across: Reflector = none;
  for (let k = 0; k < q; k++) {
    subtract(a[k], across.v[k], y, k);
    const down = reflector(a[k], k);
    diagonal[k] = down.norm;
    left.push(down);
    if (k === q - 1) break;
    const shares = finishRight(a, y, across, down, k);
    const row = new Float64Array(q);
    for (let j = k + 1; j < q; j++) row[j] = a[j][k] - shares[j] * down.v[k];
    const next = reflector(row, k + 1);
    above[k] = next.norm;
    right.push(next);
    y = finishLeft(a, shares, down, next, k);
    across = next;
  }
  return { diagonal, above, left, right };
}

/** Ends the reflection from the right in the columns after k, and gives β times their products with the next from the left. */
function finishRight(
  a: Float64Array[],
  y: Float64Array,
  { v: u }: Reflector,
  { v, beta }: Reflector,
  k: number,
): Float64Array {
  const shares = new Float64Array(a.length);
  for (let j = k + 1; j < a.length; j++) {
    const [column, share] = [a[j], u[j]];
    let dot = 0;
    for (let i = k; i < column.length; i++) {
      column[i] -= share * y[i];
      dot += v[i] * column[i];
    }
    shares[j] = beta * dot;
  }
  return shares;
}

/** Ends the reflection from the left in the columns after k, and gives β times the matrix times the next from the right. */
function finishLeft(a: Float64Array[], shares: Float64Array, { v }: Reflector, { v: u, beta }: Reflector, k: number) {
  const y = new Float64Array(v.length);
  for (let j = k + 1; j < a.length; j++) {
    const [column, share, weight] = [a[j], shares[j], beta * u[j]];
    for (let i = k; i < column.length; i++) {
      column[i] -= share * v[i];
      y[i] += weight * column[i];
    }
  }
  return y;
}

function subtract(x: Float64Array, share: number, y: Float64Array, from: number): void {
  for (let i = from; i < x.length; i++) x[i] -= share * y[i];
}
