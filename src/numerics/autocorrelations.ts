import { mean } from "./mean.ts";
import type { Values } from "./values.ts";

/**
 * Sample autocorrelations at the lags 0…K, Σ_{t<n−k}(x_t − x̄)(x_{t+k} − x̄) / Σ(x_t − x̄)²: one mean, divisor n in both
 * sums (R: `acf`; Box & Jenkins). Lags of n and above are 0. Values that do not vary give NaN.
 */
export function autocorrelations(values: Values, maxLag: number): Float64Array {
  const n = values.length;
  const m = mean(values);
  const d = Float64Array.from(values, (value) => value - m);
  const r = new Float64Array(maxLag + 1);
  const last = Math.min(maxLag, n - 1);
  let k = 0;
  for (; k + 3 <= last; k += 4) fourLags(d, k, r);
  for (; k <= last; k++) for (let t = k; t < n; t++) r[k] += d[t] * d[t - k];
  const scale = r[0];
  return r.map((sum) => sum / scale);
}

/** The sums of the lags k … k + 3 side by side, which do not wait for each other; each is in the order of the rows. */
function fourLags(d: Float64Array, k: number, r: Float64Array): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let e = 0;
  const n = d.length;
  for (let t = k; t < Math.min(k + 3, n); t++) {
    a += d[t] * d[t - k];
    if (t > k) b += d[t] * d[t - k - 1];
    if (t > k + 1) c += d[t] * d[t - k - 2];
  }
  for (let t = k + 3; t < n; t++) {
    const now = d[t];
    const before = t - k;
    a += now * d[before];
    b += now * d[before - 1];
    c += now * d[before - 2];
    e += now * d[before - 3];
  }
  [r[k], r[k + 1], r[k + 2], r[k + 3]] = [a, b, c, e];
}
