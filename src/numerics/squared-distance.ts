/** Σ (a_j − b_j)²: the squared Euclidean distance of two points. */
export function squaredDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += (a[j] - b[j]) ** 2;
  return sum;
}
