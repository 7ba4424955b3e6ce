import { type Reflector, reflect, reflector } from "./householder.ts";

/** A = Q·T·Qᵀ with T tridiagonal: `off[i]` stands beside `diagonal[i]` and `diagonal[i+1]`, `basis[k]` is column k of Q. */
export interface Tridiagonal {
  diagonal: Float64Array;
  off: Float64Array;
  basis: Float64Array[];
}

/** Householder reduction of a symmetric matrix (given by columns) to tridiagonal form (Golub & Van Loan, alg. 8.3.1). */
export function tridiagonalize(matrix: readonly Float64Array[]): Tridiagonal {
  const n = matrix.length;
  const a = matrix.map((column) => column.slice());
  const off = new Float64Array(n);
  const reflectors: Reflector[] = [];
  for (let k = 0; k < n - 1; k++) {
    const h = reflector(a[k], k + 1);
    off[k] = h.norm;
    reflectors.push(h);
    if (h.beta !== 0) reflectBothSides(a, h);
  }
  const diagonal = Float64Array.from(a, (column, i) => column[i]);
  const basis = Array.from({ length: n }, (_, k) => new Float64Array(n).fill(1, k, k + 1));
  for (const h of reflectors.reverse()) for (let k = h.from; k < n; k++) reflect(basis[k], h);
  return { diagonal, off, basis };
}

/** A ← HAH = A − vwᵀ − wvᵀ with w = βAv − ½β²(vᵀAv)v, on rows and columns from `from`. */
function reflectBothSides(a: Float64Array[], { v, beta, from }: Reflector): void {
  const n = a.length;
  const w = new Float64Array(n);
  for (let j = from; j < n; j++) {
    const column = a[j];
    const share = beta * v[j];
    for (let i = from; i < n; i++) w[i] += share * column[i];
  }
  let dot = 0;
  for (let i = from; i < n; i++) dot += v[i] * w[i];
  for (let i = from; i < n; i++) w[i] -= 0.5 * beta * dot * v[i];
  for (let j = from; j < n; j++) {
    const column = a[j];
    for (let i = from; i < n; i++) column[i] -= v[i] * w[j] + w[i] * v[j];
  }
}
