/**
 * Holm's (1979) adjusted p-values, in the order given: the k-th smallest of m becomes max over j ≤ k of
 * p₍ⱼ₎·(m−j+1), at most 1 (R: `p.adjust(p, "holm")`). Rejecting those ≤ α holds the chance of any false rejection at α.
 */
export function holm(p: readonly number[]): number[] {
  const ascending = Array.from(p.keys()).sort((a, b) => p[a] - p[b]);
  const adjusted = new Array<number>(p.length);
  let largest = 0;
  for (const [i, at] of ascending.entries()) {
    largest = Math.min(1, Math.max(largest, p[at] * (p.length - i)));
    adjusted[at] = largest;
  }
  return adjusted;
}
