/** The candidate nearest to `word` by edit distance, or null when none is within a third of its length (at least 1). */
export function closest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    // No distance is less than that of the lengths: a text of a megabyte is near to no name.
    if (Math.abs(word.length - candidate.length) >= least) continue;
    const d = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (d < least) [best, least] = [candidate, d];
  }
  return best;
}

/** No name is longer than this many characters. */
const LONGEST = 100;

/** The `n` candidates nearest to `word` by edit distance, however far; equal ones in the order given. */
export function nearest(word: string, candidates: Iterable<string>, n: number): string[] {
  const start = word.slice(0, LONGEST).toLowerCase();
  return [...candidates]
    .map((candidate) => ({ candidate, d: editDistance(start, candidate.toLowerCase()) }))
    .sort((a, b) => a.d - b.d)
    .slice(0, n)
    .map(({ candidate }) => candidate);
}

/** `; did you mean 'x'?` or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const near = closest(word, candidates);
  return near === null ? "" : `; did you mean '${near}'?`;
}

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours each cost 1. */
function editDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => new Uint16Array(b.length + 1).fill(i, 0, 1));
  for (let j = 0; j <= b.length; j++) rows[0][j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, rows[i - 2][j - 2] + 1);
      rows[i][j] = d;
    }
  }
  return rows[a.length][b.length];
}
