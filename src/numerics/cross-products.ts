const BLOCK = 512;

/**
 * Sums of products of centred columns, S[i·p + j] = Σ_r (x_i(r) − c_i)(x_j(r) − c_j) over rows `from` to `to` (not
 * inside): row-major, symmetric, p × p for p columns of equal length. Divided by n − 1 it is the covariance matrix when
 * the centers are the means. Rows are taken in blocks that stay in the cache, in an order that is fixed.
 */
export function crossProducts(
  columns: readonly Float64Array[],
  centers: ArrayLike<number>,
  from = 0,
  to = columns[0]?.length ?? 0,
): Float64Array {
  const p = columns.length;
  const sums = new Float64Array(p * p);
  const work = columns.map(() => new Float64Array(BLOCK));
  for (let start = from; start < to; start += BLOCK) {
    const n = Math.min(BLOCK, to - start);
    for (let i = 0; i < p; i++) {
      const [column, into, c] = [columns[i], work[i], centers[i]];
      for (let r = 0; r < n; r++) into[r] = column[start + r] - c;
    }
    for (let i = 0; i < p; i++) for (let j = 0; j <= i; j++) sums[i * p + j] += dot(work[i], work[j], n);
  }
  for (let i = 0; i < p; i++) for (let j = 0; j < i; j++) sums[j * p + i] = sums[i * p + j];
  return sums;
}

/** Σ x(r)·y(r) over the first n, in four partial sums that the processor adds side by side. */
function dot(x: Float64Array, y: Float64Array, n: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let r = 0;
  for (; r + 3 < n; r += 4) {
    a += x[r] * y[r];
    b += x[r + 1] * y[r + 1];
    c += x[r + 2] * y[r + 2];
    d += x[r + 3] * y[r + 3];
  }
  for (; r < n; r++) a += x[r] * y[r];
  return a + b + (c + d);
}
