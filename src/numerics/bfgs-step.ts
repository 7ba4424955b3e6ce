/**
 * Shortens `step` from x until f falls by Armijo's share (1e-4) of the slope along it; leaves the point in `trial` and
 * answers f there, or `value` (f at x) when it never does. A first step along the gradient is at most of length 1.
 */
export function backtrack(
  f: (x: Float64Array) => number,
  x: Float64Array,
  step: Float64Array,
  trial: Float64Array,
  value: number,
  slope: number,
  fresh: boolean,
): number {
  let length = fresh ? Math.min(1, 1 / Math.sqrt(-slope)) : 1;
  for (let halving = 0; halving < 40; halving++) {
    for (let i = 0; i < x.length; i++) trial[i] = x[i] + length * step[i];
    const at = f(trial);
    if (at <= value + 1e-4 * length * slope) return at;
    // The parabola through the value, its slope and the point just seen, kept between a tenth and a half.
    const parabola = (-slope * length) / (2 * (at - value - slope * length));
    length *= Number.isFinite(at) ? Math.min(0.5, Math.max(0.1, parabola)) : 0.2;
  }
  return value;
}

/**
 * BFGS update in place of the inverse Hessian (n × n by rows) from a step s and the gradient's change y (Nocedal & Wright
 * 2006, eq. 6.17); the `first` one sets the scale sᵀy/yᵀy before. False, and nothing done, when sᵀy is not positive.
 */
export function updateInverse(
  inverse: Float64Array,
  s: Float64Array,
  y: Float64Array,
  work: Float64Array,
  first: boolean,
): boolean {
  const n = s.length;
  let [sy, yy, ss] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    sy += s[i] * y[i];
    yy += y[i] * y[i];
    ss += s[i] * s[i];
  }
  if (!(sy > 1e-12 * Math.sqrt(ss * yy))) return false;
  if (first) for (let i = 0; i < n; i++) inverse[i * n + i] = sy / yy;
  let yHy = 0;
  for (let i = 0; i < n; i++) {
    work[i] = 0;
    for (let j = 0; j < n; j++) work[i] += inverse[i * n + j] * y[j];
    yHy += work[i] * y[i];
  }
  const scale = (1 + yHy / sy) / sy;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) inverse[i * n + j] += scale * s[i] * s[j] - (work[i] * s[j] + s[i] * work[j]) / sy;
  }
  return true;
}
