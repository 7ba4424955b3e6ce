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
    const fit = loessAt(y, n, span, degree, i, from, from + width - 1, robust, weights);
    out[at + i] = Number.isNaN(fit) ? y[i] : fit;
  }
}

/**
 * The local fit at position x (in or outside 0…n−1) from the points `left`…`right`, inclusive. The bandwidth is the
 * distance to the farther end, plus half of what the span exceeds n (whole steps). All weights 0 gives NaN.
 */
export function loessAt(
  y: Float64Array,
  n: number,
  span: number,
  degree: 0 | 1,
  x: number,
  left: number,
  right: number,
  robust: Float64Array | null,
  weights: Float64Array,
): number {
  let h = Math.max(x - left, right - x);
  if (span > n) h += (span - n) >> 1;
  let sum = 0;
  for (let j = left; j <= right; j++) {
    const r = Math.abs(j - x);
    let w = 0;
    if (r <= 0.999 * h) {
      const u = r / h;
      const v = 1 - u * u * u;
      w = r <= 0.001 * h ? 1 : v * v * v;
      if (robust !== null) w *= robust[j];
    }
    weights[j] = w;
    sum += w;
  }
  if (!(sum > 0)) return Number.NaN;
  let center = 0;
  for (let j = left; j <= right; j++) center += (weights[j] * j) / sum;
  let slope = 0;
  if (degree === 1 && h > 0) {
    let spread = 0;
    for (let j = left; j <= right; j++) spread += (weights[j] / sum) * (j - center) * (j - center);
    if (Math.sqrt(spread) > 0.001 * (n - 1)) slope = (x - center) / spread;
  }
  let fit = 0;
  for (let j = left; j <= right; j++) fit += (weights[j] / sum) * (1 + slope * (j - center)) * y[j];
  return fit;
}

/** Fills the places between two fitted ones with the straight line. */
function interpolate(out: Float64Array, from: number, to: number): void {
  const slope = (out[to] - out[from]) / (to - from);
  for (let j = from + 1; j < to; j++) out[j] = out[from] + slope * (j - from);
}
