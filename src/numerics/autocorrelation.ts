import { isConstant } from "./is-constant.ts";
import { mean } from "./mean.ts";
import type { Values } from "./values.ts";

/**
 * Sample autocorrelation at a lag k, Σ_{t<n−k}(x_t − x̄)(x_{t+k} − x̄) / Σ(x_t − x̄)²: one mean, divisor n in both sums
 * (R: `acf`; Box & Jenkins). k ≥ n, n < 2 or constant values give NaN.
 */
export function autocorrelation(values: Values, lag = 1): number {
  const n = values.length;
  if (lag >= n || isConstant(values)) return Number.NaN;
  const m = mean(values);
  let product = 0;
  let square = 0;
  for (let t = 0; t < n; t++) {
    const d = values[t] - m;
    square += d * d;
    if (t + lag < n) product += d * (values[t + lag] - m);
  }
  return product / square;
}
