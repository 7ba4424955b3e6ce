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
  for (let k = 0; k <= Math.min(maxLag, n - 1); k++) {
    let sum = 0;
    for (let t = k; t < n; t++) sum += d[t] * d[t - k];
    r[k] = sum;
  }
  const scale = r[0];
  return r.map((sum) => sum / scale);
}
