/** A cheapest pairing of the points of two curves. */
export interface DtwResult {
  /** Sum of |x_i − y_j| over the path. */
  distance: number;
  /** The path from (0, 0) to the last points: indices into x and into y, as long as each other. */
  i: Int32Array;
  j: Int32Array;
}

const DIAGONAL = 0;
const ALONG_X = 1;
const ALONG_Y = 2;

/**
 * Dynamic time warping (Sakoe and Chiba, 1978) with cost |x_i − y_j| and steps (1,1), (1,0), (0,1), each counted once; of
 * equal ways the diagonal is taken, then the step along x. With a `band` only |i − j| ≤ band is entered, which reaches
 * the end when band ≥ |lengths' difference|; null where it does not. Time and memory go with x.length · y.length, or with
 * x.length · (2 band + 1).
 */
export function dtw(x: Float64Array, y: Float64Array, band: number | null): DtwResult | null {
  const [n, m] = [x.length, y.length];
  const reach = Math.min(band ?? Number.POSITIVE_INFINITY, Math.max(n, m));
  if (Math.abs(n - m) > reach) return null;
  const width = Math.min(m, 2 * reach + 1);
  const firstOf = (i: number) => Math.max(0, Math.min(i - reach, m - width));
  const from = new Uint8Array(n * width);
  let before = new Float64Array(m).fill(Number.POSITIVE_INFINITY);
  let row = new Float64Array(m);
  for (let i = 0; i < n; i++) {
    row.fill(Number.POSITIVE_INFINITY);
    const [low, high] = [Math.max(0, i - reach), Math.min(m - 1, i + reach)];
    for (let j = low; j <= high; j++) {
      let least = i === 0 && j === 0 ? 0 : Number.POSITIVE_INFINITY;
      let step = DIAGONAL;
      if (i > 0 && j > 0) least = before[j - 1];
      if (i > 0 && before[j] < least) {
        least = before[j];
        step = ALONG_X;
      }
      if (j > 0 && row[j - 1] < least) {
        least = row[j - 1];
        step = ALONG_Y;
      }
      row[j] = least + Math.abs(x[i] - y[j]);
      from[i * width + j - firstOf(i)] = step;
    }
    [before, row] = [row, before];
  }
  return { distance: before[m - 1], ...backtrack(n, m, (i, j) => from[i * width + j - firstOf(i)]) };
}

function backtrack(n: number, m: number, stepAt: (i: number, j: number) => number): { i: Int32Array; j: Int32Array } {
  const path: [number, number][] = [];
  for (let [i, j] = [n - 1, m - 1]; ; ) {
    path.push([i, j]);
    if (i === 0 && j === 0) break;
    const step = stepAt(i, j);
    if (step !== ALONG_Y) i--;
    if (step !== ALONG_X) j--;
  }
  path.reverse();
  return { i: Int32Array.from(path, ([at]) => at), j: Int32Array.from(path, ([, at]) => at) };
}
