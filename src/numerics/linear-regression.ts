import { isConstant } from "./is-constant.ts";
import { mean } from "./mean.ts";
import type { Values } from "./values.ts";

/** A straight line fitted by least squares. */
export interface Line {
  slope: number;
  intercept: number;
  /** Share of the variance of y explained; NaN when y is constant. */
  r2: number;
  /** √(RSS/(n−2)); NaN when n < 3. */
  residual_sd: number;
  /** Standard error of the slope under independent errors of equal variance; NaN when n < 3. */
  slope_se: number;
}

/** Ordinary least squares of y on x with an intercept, on centred values. n < 2, unequal lengths or constant x give NaN. */
export function linearRegression(x: Values, y: Values): Line {
  const n = x.length;
  const [mx, my] = y.length === n ? [mean(x), mean(y)] : [Number.NaN, Number.NaN];
  let sxx = 0;
  let sxy = 0;
  let syy = 0;
  for (let i = 0; i < n; i++) {
    const dx = x[i] - mx;
    const dy = y[i] - my;
    sxx += dx * dx;
    sxy += dx * dy;
    syy += dy * dy;
  }
  const slope = isConstant(x) ? Number.NaN : sxy / sxx;
  let rss = 0;
  for (let i = 0; i < n; i++) rss += (y[i] - my - slope * (x[i] - mx)) ** 2;
  const residual_sd = n < 3 ? Number.NaN : Math.sqrt(rss / (n - 2));
  return {
    slope,
    intercept: my - slope * mx,
    r2: isConstant(y) ? Number.NaN : 1 - rss / syy,
    residual_sd,
    slope_se: residual_sd / Math.sqrt(sxx),
  };
}
