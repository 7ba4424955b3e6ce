/** A pivot this small beside its diagonal entry is a column that adds nothing to those before it. */
const DEPENDENT = 1e-13;

/**
 * Cholesky factor of a symmetric matrix given by the rows of its lower triangle, `size` × `size` row-major, into `lower`
 * of the same shape. False when a column adds nothing to those before it; the last one may, and then ends in 0.
 */
export function choleskyInto(matrix: Float64Array, lower: Float64Array, size: number): boolean {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j];
      for (let l = 0; l < j; l++) sum -= lower[i * size + l] * lower[j * size + l];
      if (j < i) lower[i * size + j] = sum / lower[j * size + j];
      else if (sum > DEPENDENT * matrix[i * size + i]) lower[i * size + i] = Math.sqrt(sum);
      else if (i === size - 1 && sum > -DEPENDENT * matrix[i * size + i]) lower[i * size + i] = 0;
      else return false;
    }
  }
  return true;
}
