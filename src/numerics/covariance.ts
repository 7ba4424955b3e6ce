import { mean } from "./mean.ts";
import type { Values } from "./values.ts";

/** Sample covariance, Σ(x − x̄)(y − ȳ)/(n−1), in two passes; divisor n−1. n < 2 or unequal lengths give NaN. */
export function covariance(x: Values, y: Values): number {
  const n = x.length;
  if (n < 2 || y.length !== n) return Number.NaN;
  const [mx, my] = [mean(x), mean(y)];
  let sum = 0;
  for (let i = 0; i < n; i++) sum += (x[i] - mx) * (y[i] - my);
  return sum / (n - 1);
}
