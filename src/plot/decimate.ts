/** Index ranges [from, to) of rows between which the line is drawn unbroken. */
export type Stretch = [from: number, to: number];

/**
 * Thins a stretch of rows to the least and the greatest of each pixel column, so that no extreme is lost, and its first
 * and last row. Returns row indices in time order; all of them when there are at most two a column.
 */
export function decimate(
  t: Float64Array,
  v: Float64Array,
  [from, to]: Stretch,
  start: number,
  perColumn: number,
): number[] {
  const kept = new Set([from]);
  for (let i = from; i < to; ) {
    const column = Math.floor((t[i] - start) / perColumn);
    let [least, greatest, j] = [i, i, i];
    for (; j < to && Math.floor((t[j] - start) / perColumn) === column; j++) {
      if (v[j] < v[least]) least = j;
      if (v[j] > v[greatest]) greatest = j;
    }
    kept.add(Math.min(least, greatest)).add(Math.max(least, greatest));
    i = j;
  }
  return [...kept.add(to - 1)];
}
