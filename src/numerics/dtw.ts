/** A cheapest pairing of two series. */
export interface WarpPath {
  /** Sum of (x_i − y_j)² over the pairs. */
  distance: number;
  /** Pairs of places from (0, 0) to the last ones. */
  path: [number, number][];
}

/**
 * Dynamic time warping distance with squared cost (Sakoe & Chiba 1978): the least sum of (x_i − y_j)² over paths of steps
 * (1,1), (1,0), (0,1), each counted once; no root is taken. `reach` is how far j may stand from the straight line between
 * the corners (Infinity for no band). Infinity when the band holds no path, or when no path costs less than `limit`.
 * Memory O(length of y).
 */
export function dtwDistance(
  x: Float64Array,
  y: Float64Array,
  reach = Number.POSITIVE_INFINITY,
  limit = Number.POSITIVE_INFINITY,
): number {
  let before = new Float64Array(y.length + 1).fill(Number.POSITIVE_INFINITY);
  let row = before.slice();
  before[0] = 0;
  for (let i = 0; i < x.length; i++) {
    const [low, high] = bandAt(i, x.length, y.length, reach);
    row.fill(Number.POSITIVE_INFINITY);
    let least = Number.POSITIVE_INFINITY;
    for (let j = low; j <= high; j++) {
      const d = x[i] - y[j];
      const cost = d * d + Math.min(before[j], before[j + 1], row[j]);
      row[j + 1] = cost;
      if (cost < least) least = cost;
    }
    if (least >= limit) return Number.POSITIVE_INFINITY;
    [before, row] = [row, before];
  }
  return before[y.length];
}

/** The distance of `dtwDistance` with its path; of equally cheap ways the diagonal, then the step along x. Null without a path. */
export function dtwPath(x: Float64Array, y: Float64Array, reach = Number.POSITIVE_INFINITY): WarpPath | null {
  const width = y.length + 1;
  const costs = new Float64Array((x.length + 1) * width).fill(Number.POSITIVE_INFINITY);
  costs[0] = 0;
  for (let i = 0; i < x.length; i++) {
    const [low, high] = bandAt(i, x.length, y.length, reach);
    for (let j = low; j <= high; j++) {
      const at = (i + 1) * width + j + 1;
      const d = x[i] - y[j];
      costs[at] = d * d + Math.min(costs[at - width - 1], costs[at - width], costs[at - 1]);
    }
  }
  const distance = costs[costs.length - 1];
  if (distance === Number.POSITIVE_INFINITY) return null;
  const path: [number, number][] = [];
  for (let [i, j] = [x.length, y.length]; i > 0 && j > 0; ) {
    path.push([i - 1, j - 1]);
    const at = i * width + j;
    const [diagonal, alongX, alongY] = [costs[at - width - 1], costs[at - width], costs[at - 1]];
    if (diagonal <= alongX && diagonal <= alongY) [i, j] = [i - 1, j - 1];
    else if (alongX <= alongY) i--;
    else j--;
  }
  return { distance, path: path.reverse() };
}

/** First and last j of row i inside the band. */
function bandAt(i: number, n: number, m: number, reach: number): [number, number] {
  const center = n < 2 ? m - 1 : (i * (m - 1)) / (n - 1);
  return [Math.max(0, Math.ceil(center - reach)), Math.min(m - 1, Math.floor(center + reach))];
}
