/**
 * Type-7 quantile of values given by how often each occurs: `values` ascending and distinct, `counts` whole numbers.
 * Equal to `quantile` of the values written out. No observation gives NaN.
 */
export function quantileOfTally(values: readonly number[], counts: readonly number[], p: number): number {
  let n = 0;
  for (const count of counts) n += count;
  if (n === 0) return Number.NaN;
  const h = (n - 1) * p;
  const low = valueAt(values, counts, Math.floor(h));
  const high = valueAt(values, counts, Math.ceil(h));
  return low === high ? low : low + (h - Math.floor(h)) * (high - low);
}

function valueAt(values: readonly number[], counts: readonly number[], position: number): number {
  let passed = 0;
  for (let i = 0; i < values.length; i++) {
    passed += counts[i];
    if (position < passed) return values[i];
  }
  return Number.NaN;
}
