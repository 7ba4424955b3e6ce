import { isConstant } from "../numerics/is-constant.ts";
import { mean } from "../numerics/mean.ts";
import type { Values } from "../numerics/values.ts";

/** What the mean of one arm and its error need. */
export interface Moments {
  n: number;
  mean: number;
  /** Divisor n − 1; NaN when n < 2. */
  variance: number;
}

/** Two measurements of the same units: outcome y with covariate x, or numerator y with denominator x. */
export interface JointMoments {
  n: number;
  y: Moments;
  x: Moments;
  /** Divisor n − 1. */
  covariance: number;
}

/** Count, compensated mean and two-pass variance. Equal values have exactly their own mean and variance 0. */
export function momentsOf(values: Values): Moments {
  const n = values.length;
  const m = isConstant(values) ? values[0] : mean(values);
  let square = 0;
  for (let i = 0; i < n; i++) square += (values[i] - m) * (values[i] - m);
  return { n, mean: m, variance: n < 2 ? Number.NaN : square / (n - 1) };
}

/** Moments of pairs of equal length. */
export function jointMomentsOf(y: Values, x: Values): JointMoments {
  const [my, mx] = [momentsOf(y), momentsOf(x)];
  let product = 0;
  for (let i = 0; i < y.length; i++) product += (y[i] - my.mean) * (x[i] - mx.mean);
  return { n: my.n, y: my, x: mx, covariance: my.n < 2 ? Number.NaN : product / (my.n - 1) };
}

/** Moments of k ones among n zeros and ones: p = k/n, variance np(1 − p)/(n − 1). */
export function proportionMoments(k: number, n: number): Moments {
  const p = k / n;
  return { n, mean: p, variance: n < 2 ? Number.NaN : (k * (1 - p)) / (n - 1) };
}

/** Moments of y − slope·x. Rounding below 0 is 0. */
export function combine({ n, y, x, covariance }: JointMoments, slope: number): Moments {
  const variance = y.variance - 2 * slope * covariance + slope * slope * x.variance;
  return { n, mean: y.mean - slope * x.mean, variance: Math.max(0, variance) };
}
