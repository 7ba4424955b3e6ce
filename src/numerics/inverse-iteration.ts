import { tridiagonalSolve } from "./tridiagonal-solve.ts";

const ROUNDS = 4;

/**
 * The unit eigenvector of a symmetric tridiagonal matrix with zeros on its diagonal and `off` beside them, for an
 * eigenvalue that is known, at right angles to the vectors `before` (Peters & Wilkinson 1979). Null when the product with
 * the matrix misses it by more than 1e-12 of the `largest` eigenvalue.
 */
export function inverseIteration(
  off: Float64Array,
  value: number,
  before: Float64Array[],
  largest: number,
): Float64Array | null {
  const n = off.length + 1;
  const shifted = new Float64Array(n).fill(-value);
  const z = Float64Array.from({ length: n }, (_, i) => Math.cos(i * (i + 3 * before.length + 1)));
  for (let round = 0; round < ROUNDS; round++) {
    tridiagonalSolve(shifted, off, z, Number.EPSILON * largest);
    // Twice, as the first leaves rounding of what it takes away.
    for (const other of [...before, ...before]) subtractProjection(z, other);
    const length = Math.sqrt(z.reduce((sum, x) => sum + x * x, 0));
    for (let i = 0; i < n; i++) z[i] /= length;
  }
  let far = 0;
  for (let i = 0; i < n; i++) {
    const product = (i > 0 ? off[i - 1] * z[i - 1] : 0) + (i < n - 1 ? off[i] * z[i + 1] : 0);
    far = Math.max(far, Math.abs(product - value * z[i]));
  }
  return far <= 1e-12 * largest ? z : null;
}

function subtractProjection(z: Float64Array, unit: Float64Array): void {
  const dot = z.reduce((sum, x, i) => sum + x * unit[i], 0);
  for (let i = 0; i < z.length; i++) z[i] -= dot * unit[i];
}
