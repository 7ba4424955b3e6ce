/**
 * Cholesky factor of a symmetric positive definite matrix given by its rows: A = L·Lᵀ, `rows[i]` of L holds i + 1
 * entries that matter and zeros after them. Null when A is not positive definite to working precision.
 */
export function cholesky(matrix: readonly Float64Array[]): Float64Array[] | null {
  const n = matrix.length;
  const lower = matrix.map(() => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i][j];
      for (let k = 0; k < j; k++) sum -= lower[i][k] * lower[j][k];
      if (j < i) lower[i][j] = sum / lower[j][j];
      else if (sum > 0) lower[i][i] = Math.sqrt(sum);
      else return null;
    }
  }
  return lower;
}

/** Solves L·x = b in place, with L from `cholesky`. */
export function forwardSolve(lower: readonly Float64Array[], b: Float64Array): void {
  for (let i = 0; i < b.length; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= lower[i][k] * b[k];
    b[i] = sum / lower[i][i];
  }
}

/** Solves Lᵀ·x = b in place, with L from `cholesky`. */
export function backwardSolve(lower: readonly Float64Array[], b: Float64Array): void {
  for (let i = b.length - 1; i >= 0; i--) {
    let sum = b[i];
    for (let k = i + 1; k < b.length; k++) sum -= lower[k][i] * b[k];
    b[i] = sum / lower[i][i];
  }
}
