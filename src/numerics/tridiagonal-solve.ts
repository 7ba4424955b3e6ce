/**
 * Solves T·x = b for a symmetric tridiagonal T (off[i] beside diagonal[i] and diagonal[i + 1]) by elimination with row
 * exchanges (Golub & Van Loan, §3.4); b becomes x. A pivot of 0 is taken as `tiny`, for inverse iteration.
 */
export function tridiagonalSolve(diagonal: Float64Array, off: Float64Array, b: Float64Array, tiny: number): void {
  const n = diagonal.length;
  // Rows of the triangle: pivot, and the two entries after it.
  const pivot = diagonal.slice();
  const first = Float64Array.from({ length: n }, (_, i) => (i < n - 1 ? off[i] : 0));
  const second = new Float64Array(n);
  for (let i = 0; i < n - 1; i++) {
    const below = off[i];
    if (Math.abs(below) > Math.abs(pivot[i])) {
      const [a, c, held] = [pivot[i], first[i], b[i]];
      pivot[i] = below;
      first[i] = pivot[i + 1];
      second[i] = first[i + 1];
      b[i] = b[i + 1];
      const factor = a / below;
      pivot[i + 1] = c - factor * first[i];
      first[i + 1] = -factor * second[i];
      b[i + 1] = held - factor * b[i];
    } else {
      const factor = below / (pivot[i] || tiny);
      pivot[i + 1] -= factor * first[i];
      b[i + 1] -= factor * b[i];
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    const after = (i + 1 < n ? first[i] * b[i + 1] : 0) + (i + 2 < n ? second[i] * b[i + 2] : 0);
    b[i] = (b[i] - after) / (pivot[i] || tiny);
  }
}
