/** Index ranges [from, to) of rows between which the line is drawn unbroken. */
export type Stretch = [from: number, to: number];

/**
 * Thins a stretch of rows to at most four points a pixel column (first, least, greatest, last), so that no extreme is
 * lost. Returns row indices in time order; all of them when there are few.
 */
export function decimate(
  t: Float64Array,
  v: Float64Array,
  [from, to]: Stretch,
  start: number,
  perColumn: number,
): number[] {
  const kept: number[] = [];
  let i = from;
  while (i < to) {
    const column = Math.floor((t[i] - start) / perColumn);
    let [least, greatest, j] = [i, i, i];
    for (; j < to && Math.floor((t[j] - start) / perColumn) === column; j++) {
      if (v[j] < v[least]) least = j;
      if (v[j] > v[greatest]) greatest = j;
    }
    const points = [...new Set([i, least, greatest, j - 1])].sort((a, b) => a - b);
    kept.push(...points);
    i = j;
  }
  return kept;
}
