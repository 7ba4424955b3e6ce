/** Type-7 quantile of values in ascending order: h = (n−1)p, linear between neighbours. n = 0 gives NaN. */
export function quantileOfSorted(sorted: Float64Array, p: number): number {
  if (sorted.length === 0) return Number.NaN;
  const h = (sorted.length - 1) * p;
  const low = Math.floor(h);
  const a = sorted[low];
  const b = sorted[Math.min(low + 1, sorted.length - 1)];
  if (a === b) return a;
  const step = (h - low) * (b - a);
  // Two values of opposite sign can lie farther apart than a double reaches; what is between them does not.
  return Number.isFinite(step) ? a + step : a * (1 - (h - low)) + b * (h - low);
}

/**
 * Unscaled MAD, median |xᵢ − median(x)|, of values in ascending order: the deviations are two sorted runs that start at
 * the median, so merging half of them finds the middle one without a buffer. n = 0 gives NaN.
 */
export function madOfSorted(sorted: Float64Array): number {
  const n = sorted.length;
  if (n === 0) return Number.NaN;
  const center = quantileOfSorted(sorted, 0.5);
  let right = n >> 1;
  let left = right - 1;
  let previous = 0;
  let current = 0;
  for (let taken = 0; taken <= n >> 1; taken++) {
    previous = current;
    const below = left >= 0 ? center - sorted[left] : Number.POSITIVE_INFINITY;
    const above = right < n ? sorted[right] - center : Number.POSITIVE_INFINITY;
    if (below <= above) left--;
    else right++;
    current = Math.min(below, above);
  }
  return n % 2 === 1 ? current : (previous + current) / 2;
}

/** Number of distinct values among values in ascending order (−0 and 0 are one). */
export function distinctOfSorted(sorted: Float64Array): number {
  let count = sorted.length === 0 ? 0 : 1;
  for (let i = 1; i < sorted.length; i++) if (sorted[i] !== sorted[i - 1]) count++;
  return count;
}
