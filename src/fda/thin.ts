/** At most `most` of the indices 0 … n − 1, evenly spread, both ends among them (the first alone when most is 1). */
export function thin(n: number, most: number): number[] {
  const kept = Math.min(n, most);
  if (kept < 2) return kept < 1 ? [] : [0];
  return Array.from({ length: kept }, (_, i) => Math.round((i * (n - 1)) / (kept - 1)));
}
