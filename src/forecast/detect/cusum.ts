/** Running sums of values around their first one: entry t is the sum of the first t. */
export function runningSums(y: Float64Array): Float64Array {
  const sums = new Float64Array(y.length + 1);
  for (let t = 0; t < y.length; t++) sums[t + 1] = sums[t] + (y[t] - y[0]);
  return sums;
}

/**
 * The CUSUM statistic of a change at row `split` within the rows start…end−1: √(ab/n)·(mean after − mean before), with a
 * and b the lengths of both parts. Signed: above 0 the level rises. In independent noise of variance 1 its variance is 1.
 */
export function cusum(sums: Float64Array, start: number, split: number, end: number): number {
  const a = split - start;
  const b = end - split;
  const before = (sums[split] - sums[start]) / a;
  const after = (sums[end] - sums[split]) / b;
  return Math.sqrt((a * b) / (a + b)) * (after - before);
}
