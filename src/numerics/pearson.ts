import { isConstant } from "./is-constant.ts";
import { mean } from "./mean.ts";
import type { Values } from "./values.ts";

/**
 * Pearson's correlation, Sxy/√(Sxx·Syy) on centred values, held to [−1, 1] against rounding.
 * n < 2, unequal lengths or a constant side give NaN.
 */
export function pearson(x: Values, y: Values): number {
  const n = x.length;
  if (n < 2 || y.length !== n || isConstant(x) || isConstant(y)) return Number.NaN;
  const [mx, my] = [mean(x), mean(y)];
  let sxx = 0;
  let syy = 0;
  let sxy = 0;
  for (let i = 0; i < n; i++) {
    const dx = x[i] - mx;
    const dy = y[i] - my;
    sxx += dx * dx;
    syy += dy * dy;
    sxy += dx * dy;
  }
  return Math.min(1, Math.max(-1, sxy / Math.sqrt(sxx) / Math.sqrt(syy)));
}
