/** Shares a cap out among lists: one item to each that has more, in turn, until the cap is used up. */
export function dealRuns(available: number[], cap: number): number[] {
  const total = available.reduce((sum, n) => sum + n, 0);
  if (cap >= total) return available;
  const shares = available.map(() => 0);
  for (let left = cap; left > 0; ) {
    for (let i = 0; i < shares.length && left > 0; i++) {
      if (shares[i] === available[i]) continue;
      shares[i]++;
      left--;
    }
  }
  return shares;
}
