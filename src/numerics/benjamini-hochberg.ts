/**
 * Benjamini & Hochberg's (1995) adjusted p-values, in the order given: the k-th smallest of m becomes
 * min over j ≥ k of p₍ⱼ₎·m/j, at most 1 (R: `p.adjust(p, "BH")`). Rejecting those ≤ α holds the false discovery rate
 * at α under independence or positive dependence.
 */
export function benjaminiHochberg(p: readonly number[]): number[] {
  const descending = Array.from(p.keys()).sort((a, b) => p[b] - p[a]);
  const adjusted = new Array<number>(p.length);
  let smallest = 1;
  for (const [i, at] of descending.entries()) {
    smallest = Math.min(smallest, (p[at] * p.length) / (p.length - i));
    adjusted[at] = smallest;
  }
  return adjusted;
}
