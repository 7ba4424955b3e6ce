/**
 * Mean squared error of the drift forecast inside a trend, at the steps 1…⌊n/2⌋: of x_{t+h} − x_t − h·slope with the
 * slope from first to last, over all t, times (1 + h/(n − 1)) for the slope's own error. A trend out of a smoother moves
 * in long swings, so that the random-walk formula, which takes its changes as independent, is far too small. Never falls
 * with h. n ≥ 2.
 */
export function driftVariance(x: Float64Array): Float64Array {
  const n = x.length;
  const slope = (x[n - 1] - x[0]) / (n - 1);
  const spread = new Float64Array(Math.max(1, Math.floor(n / 2)));
  let most = 0;
  for (let h = 1; h <= spread.length; h++) {
    let sum = 0;
    for (let t = 0; t + h < n; t++) sum += (x[t + h] - x[t] - h * slope) ** 2;
    most = Math.max(most, (sum / (n - h)) * (1 + h / (n - 1)));
    spread[h - 1] = most;
  }
  return spread;
}
