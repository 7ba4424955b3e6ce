import { minimizeScalar } from "../numerics/minimize-scalar.ts";

/** Simple exponential smoothing with its least-squares estimates. */
export interface Ses {
  /** In [1e-4, 0.9999]. */
  alpha: number;
  /** Level before the first value. */
  l0: number;
  /** Level after the last value: the forecast of every step. */
  level: number;
  /** Sum of squared one-step errors. */
  sse: number;
}

const LOW = 1e-4;
const HIGH = 0.9999;
/** Points of the grid that finds the valley; the sum of squares over α can have several. */
const GRID = 24;

/**
 * Simple exponential smoothing l_t = l_{t−1} + α(y_t − l_{t−1}) with α and l_0 at the least sum of squared one-step
 * errors. Given α the best l_0 is a linear regression, so one dimension is searched: a grid, then Brent's method around
 * its best point. α is kept in [1e-4, 0.9999] as in R's `ets`. n ≥ 1; values are finite.
 */
export function fitSes(y: Float64Array, fixedAlpha: number | null = null): Ses {
  if (fixedAlpha !== null) return at(y, fixedAlpha);
  const sse = (alpha: number) => at(y, alpha).sse;
  let best = LOW;
  let least = sse(LOW);
  const grid = (k: number) => LOW + ((HIGH - LOW) * k) / GRID;
  let k = 0;
  for (let i = 1; i <= GRID; i++) {
    const value = sse(grid(i));
    if (value < least) [least, best, k] = [value, grid(i), i];
  }
  const found = minimizeScalar(sse, grid(Math.max(0, k - 1)), grid(Math.min(GRID, k + 1)));
  return at(y, found.value < least ? found.x : best);
}

/** One-step forecasts: entry t is the level after the first t values, and their errors' own levels move with α. */
export function sesLevels(y: Float64Array, alpha: number, l0: number): Float64Array {
  const levels = new Float64Array(y.length + 1);
  levels[0] = l0;
  for (let t = 0; t < y.length; t++) levels[t + 1] = levels[t] + alpha * (y[t] - levels[t]);
  return levels;
}

/** The fit at a given α: the error of step t is d_t − (1−α)^t (l_0 − y_0), with d_t that of a start at y_0. */
function at(y: Float64Array, alpha: number): Ses {
  const n = y.length;
  const base = y[0];
  let level = 0;
  let weight = 1;
  let product = 0;
  let squares = 0;
  for (let t = 0; t < n && weight > 1e-100; t++) {
    const d = y[t] - base - level;
    product += weight * d;
    squares += weight * weight;
    level += alpha * d;
    weight *= 1 - alpha;
  }
  const l0 = base + product / squares;
  level = l0;
  let sse = 0;
  for (let t = 0; t < n; t++) {
    const error = y[t] - level;
    sse += error * error;
    level += alpha * error;
  }
  return { alpha, l0, level, sse };
}
