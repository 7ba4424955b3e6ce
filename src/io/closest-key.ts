/**
 * The known key most like a mistyped one, or null when none is alike (ratio below 0.6). The ratio is
 * Ratcliff-Obershelp similarity, 2M/T: M characters in matching blocks, T characters in both words (Ratcliff and
 * Metzener, Dr. Dobb's Journal, July 1988). Of equal ratios the last key in code-unit order wins.
 */
export function closestKey(typed: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestRatio = 0.6;
  for (const key of [...known].sort()) {
    const length = key.length + typed.length;
    const ratio = length === 0 ? 1 : (2 * matching(key, typed)) / length;
    if (ratio >= bestRatio) [best, bestRatio] = [key, ratio];
  }
  return best;
}

/** Characters in the longest common block plus, recursively, in what lies left and right of it. */
function matching(a: string, b: string): number {
  const { size, atA, atB } = longestCommonBlock(a, b);
  if (size === 0) return 0;
  return size + matching(a.slice(0, atA), b.slice(0, atB)) + matching(a.slice(atA + size), b.slice(atB + size));
}

/** The longest common substring; of equal ones the first in `a`, then the first in `b`. */
function longestCommonBlock(a: string, b: string): { size: number; atA: number; atB: number } {
  let best = { size: 0, atA: 0, atB: 0 };
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      let size = 0;
      while (i + size < a.length && j + size < b.length && a[i + size] === b[j + size]) size++;
      if (size > best.size) best = { size, atA: i, atB: j };
    }
  }
  return best;
}
