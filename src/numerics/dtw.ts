/** Which values may be paired, and what a pair costs. */
export interface Warping {
  cost: "absolute" | "squared";
  /** First and last j that may be paired with i; both rise with i. */
  band(i: number): readonly [number, number];
}

/** A cheapest pairing of two series. */
export interface WarpPath {
  /** Sum of |x_i − y_j|, or of its square, over the pairs. */
  distance: number;
  /** The pairs from (0, 0) to the last ones: places in x and in y. */
  i: Int32Array;
  j: Int32Array;
}

/** Pairs with |i − j| ≤ reach, of which the last is one when reach is the difference of the lengths or more. */
export function besideDiagonal(m: number, reach: number): Warping["band"] {
  return (i) => [Math.max(0, i - reach), Math.min(m - 1, i + reach)];
}

/** Pairs whose j stands up to `reach` from the straight line between the corners of n by m of them (Infinity: all). */
export function besideLine(n: number, m: number, reach = Number.POSITIVE_INFINITY): Warping["band"] {
  return (i) => {
    const center = n < 2 ? m - 1 : (i * (m - 1)) / (n - 1);
    return [Math.max(0, Math.ceil(center - reach)), Math.min(m - 1, Math.floor(center + reach))];
  };
}

/**
 * Dynamic time warping (Sakoe & Chiba 1978): the least cost of paths of steps (1,1), (1,0), (0,1), each counted once; no
 * root is taken. Infinity when the band holds no path, or when none costs less than `limit`. Memory O(length of y).
 */
export function dtwDistance(
  x: Float64Array,
  y: Float64Array,
  { cost, band }: Warping,
  limit = Number.POSITIVE_INFINITY,
): number {
  const squared = cost === "squared";
  let before = new Float64Array(y.length + 1).fill(Number.POSITIVE_INFINITY);
  let row = before.slice();
  before[0] = 0;
  for (let i = 0; i < x.length; i++) {
    const [low, high] = band(i);
    row.fill(Number.POSITIVE_INFINITY);
    let least = Number.POSITIVE_INFINITY;
    for (let j = low; j <= high; j++) {
      const d = x[i] - y[j];
      const total = (squared ? d * d : Math.abs(d)) + Math.min(before[j], before[j + 1], row[j]);
      row[j + 1] = total;
      if (total < least) least = total;
    }
    if (least >= limit) return Number.POSITIVE_INFINITY;
    [before, row] = [row, before];
  }
  return before[y.length];
}

const DIAGONAL = 0;
const ALONG_X = 1;
const ALONG_Y = 2;

/**
 * The distance of `dtwDistance` with its path; of equally cheap ways the diagonal, then the step along x. Null without a
 * path. Memory: one byte a pair of the band.
 */
export function dtwPath(x: Float64Array, y: Float64Array, { cost, band }: Warping): WarpPath | null {
  const squared = cost === "squared";
  const rows = Array.from(x, (_, i) => band(i));
  const width = rows.reduce((most, [low, high]) => Math.max(most, high - low + 1), 0);
  const from = new Uint8Array(x.length * width);
  let before = new Float64Array(y.length + 1).fill(Number.POSITIVE_INFINITY);
  let row = before.slice();
  before[0] = 0;
  for (let i = 0; i < x.length; i++) {
    const [low, high] = rows[i];
    row.fill(Number.POSITIVE_INFINITY);
    for (let j = low; j <= high; j++) {
      const diagonal = before[j];
      const alongX = before[j + 1];
      const alongY = row[j];
      const least = Math.min(diagonal, alongX, alongY);
      const d = x[i] - y[j];
      row[j + 1] = least + (squared ? d * d : Math.abs(d));
      from[i * width + j - low] = diagonal === least ? DIAGONAL : alongX === least ? ALONG_X : ALONG_Y;
    }
    [before, row] = [row, before];
  }
  const distance = before[y.length];
  if (distance === Number.POSITIVE_INFINITY) return null;
  return { distance, ...backtrack(x.length, y.length, (i, j) => from[i * width + j - rows[i][0]]) };
}

function backtrack(n: number, m: number, stepAt: (i: number, j: number) => number): Pick<WarpPath, "i" | "j"> {
  const path: [number, number][] = [];
  for (let [i, j] = [n - 1, m - 1]; i >= 0 && j >= 0; ) {
    path.push([i, j]);
    const step = stepAt(i, j);
    if (step !== ALONG_Y) i--;
    if (step !== ALONG_X) j--;
  }
  path.reverse();
  return { i: Int32Array.from(path, ([at]) => at), j: Int32Array.from(path, ([, at]) => at) };
}
