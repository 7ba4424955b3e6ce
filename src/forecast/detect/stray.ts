/** How far apart outliers must stand. */
export interface StrayOptions {
  /** Chance of calling a typical value an outlier. */
  alpha: number;
  /** Neighbours that are looked at. */
  k: number;
  /** Share of the values that may be outliers. */
  p: number;
  /** Gaps that the next one is judged by, at most. */
  size_threshold: number;
  outlier_tail: "max" | "min";
}

/**
 * Scores of the STRAY algorithm (Talagala, Hyndman & Smith-Miles 2021): the distance to the neighbour, of the nearest k,
 * before which the distances jump most. Equal to k outliers that stand together it is still large. NaN where the value is.
 */
export function strayScores(y: Float64Array, k: number): Float64Array {
  const sorted = y.filter((value) => !Number.isNaN(value)).sort();
  const n = sorted.length;
  const rank = new Map<number, number>();
  for (let i = 0; i < n; i++) if (!rank.has(sorted[i])) rank.set(sorted[i], i);
  return y.map((value) => {
    const at = rank.get(value);
    if (at === undefined) return Number.NaN;
    let [low, high] = [at - 1, at + 1];
    let [before, widest, score] = [0, -1, 0];
    for (let j = 0; j < Math.min(k, n - 1); j++) {
      const down = low >= 0 ? value - sorted[low] : Number.POSITIVE_INFINITY;
      const up = high < n ? sorted[high] - value : Number.POSITIVE_INFINITY;
      const distance = Math.min(down, up);
      if (down <= up) low--;
      else high++;
      if (distance - before > widest) [widest, score] = [distance - before, distance];
      before = distance;
    }
    return score;
  });
}

/**
 * The score above which values are outliers: the one before the first gap, from the largest share p of the scores on,
 * that exceeds ln(1/alpha) times a weighted mean of the gaps below it. Infinity where there is no such gap.
 */
export function strayBound(scores: Float64Array, options: StrayOptions): number {
  const { alpha, p, size_threshold } = options;
  const sorted = scores.filter((score) => !Number.isNaN(score)).sort();
  const n = sorted.length;
  const gap = (i: number) => (i < 1 ? 0 : sorted[i] - sorted[i - 1]);
  const window = Math.max(Math.min(size_threshold, Math.floor(n / 4)), 2);
  for (let i = Math.max(Math.floor(n * (1 - p)), 1); i < n; i++) {
    let typical = 0;
    for (let j = 2; j <= window; j++) typical += (j / (window - 1)) * gap(i - j + 1);
    if (gap(i) > Math.log(1 / alpha) * typical) return sorted[i - 1];
  }
  return Number.POSITIVE_INFINITY;
}
