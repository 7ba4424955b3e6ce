import { loessAt } from "./loess-at.ts";

/** Local regression on evenly spaced points, as the steps of STL need it. */
export interface Loess {
  /** Points in a window, q ≥ 2; more than there are points widens the window beyond them. */
  span: number;
  /** 0: local mean, 1: local line. */
  degree: 0 | 1;
  /** The fit is exact at every `jump`-th point and linear between; ≥ 1. */
  jump: number;
}

/**
 * Loess of the first n values at the positions 0…n−1 with tricube weights, written to `out[at…at+n−1]` (Cleveland,
 * Cleveland, McRae & Terpenning 1990, §2). `robust` multiplies the weights (null: 1). `weights` is working space of n.
 */
export function evenLoess(
  y: Float64Array,
  n: number,
  { span, degree, jump }: Loess,
  robust: Float64Array | null,
  out: Float64Array,
  at: number,
  weights: Float64Array,
): void {
  const step = n < 2 ? 1 : Math.min(jump, n - 1);
  const width = Math.min(span, n);
  const before = ((span + 1) >> 1) - 1;
  const last = n - 1 - ((n - 1) % step);
  // Away from the ends the window is the same around every point, which a local line meets in its weighted mean.
  const kernel = robust === null && span % 2 === 1 && span <= n ? tricubes(before) : null;
  let from = 0;
  for (let i = 0; i <= last; i += step) {
    from = Math.max(0, Math.min(i - before, n - width));
    put(i);
    if (i > 0) interpolate(out, at + i - step, at + i);
  }
  if (last < n - 1) {
    put(n - 1); // from the window of the last regular point, as the published program does
    interpolate(out, at + last, at + n - 1);
  }

  function put(i: number): void {
    if (kernel !== null && from === i - before && from + span <= n) {
      let sum = 0;
      for (let j = 0; j < span; j++) sum += kernel[j] * y[from + j];
      out[at + i] = sum;
      return;
    }
    const fit = loessAt(y, n, span, degree, i, from, from + width - 1, robust, weights);
    out[at + i] = Number.isNaN(fit) ? y[i] : fit;
  }
}

/** Tricube weights of the places −reach…reach, which add up to 1; the outermost are 0. */
function tricubes(reach: number): Float64Array {
  const weights = new Float64Array(2 * reach + 1).map((_, j) => {
    const u = Math.abs(j - reach) / reach;
    return u <= 0.999 ? (1 - u ** 3) ** 3 : 0;
  });
  const sum = weights.reduce((total, w) => total + w, 0);
  return weights.map((w) => w / sum);
}

/** Fills the places between two fitted ones with the straight line. */
function interpolate(out: Float64Array, from: number, to: number): void {
  const slope = (out[to] - out[from]) / (to - from);
  for (let j = from + 1; j < to; j++) out[j] = out[from] + slope * (j - from);
}
