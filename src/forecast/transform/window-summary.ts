import { quantileOfSorted } from "../../numerics/sorted-statistics.ts";

/** What a window of rows is summed up to; divisors of var, std and sem are n - 1, as are those of pandas. */
export const SUMMARIES: Record<string, (window: Float64Array) => number> = {
  sum: (window) => window.reduce((sum, value) => sum + value, 0),
  mean,
  median: (window) => quantileOfSorted(window.slice().sort(), 0.5),
  min: (window) => window.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY),
  max: (window) => window.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY),
  var: variance,
  std: (window) => Math.sqrt(variance(window)),
  sem: (window) => Math.sqrt(variance(window) / window.length),
};

/** A summary of rows t - lag - length + 1 to t - lag for each row t; NaN where they are not all there. */
export function rolled(values: Float64Array, summary: string, lag: number, length: number): Float64Array {
  return values.map((_, t) => {
    const to = t - lag + 1;
    return to - length < 0 ? Number.NaN : SUMMARIES[summary](values.subarray(to - length, to));
  });
}

/** Values `lag` rows earlier. */
export function earlier(values: Float64Array, lag: number): Float64Array {
  return values.map((_, t) => (t < lag ? Number.NaN : values[t - lag]));
}

function mean(window: Float64Array): number {
  return window.reduce((sum, value) => sum + value / window.length, 0);
}

function variance(window: Float64Array): number {
  const centre = mean(window);
  return window.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (window.length - 1);
}
