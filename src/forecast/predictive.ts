import { normalQuantile } from "../numerics/normal.ts";
import { quantileOfSorted } from "../numerics/sorted-statistics.ts";
import { studentTQuantile } from "../numerics/student-t.ts";
import type { NumberColumn } from "../series/dataset/dataset.ts";
import { coverageNotAttainable } from "./refusals.ts";

/** What is to be predicted. */
export interface Ask {
  /** The subject of messages. */
  label: string;
  /** Steps after the last training row, each >= 1, ascending. */
  steps: number[];
  /** Explaining columns of steps 1 to max(steps), in the order of the training. Empty when the model has none. */
  x: NumberColumn[];
  /** Only the points are looked at: work for the rest may be left out. */
  points_only?: boolean;
}

/** A named distribution of each step, for answers; arrays are as long as the steps. */
export type Named =
  | { name: "normal"; mean: number[]; sd: number[] }
  | { name: "student_t"; location: number[]; scale: number[]; df: number[] }
  | { name: "lognormal"; mu: number[]; sigma: number[] }
  | { name: "empirical"; size: number[] };

/** What a forecaster says of the future: one entry a step asked for. */
export interface Predictive {
  point: Float64Array;
  /** Whether the points are means or medians. */
  point_is: "mean" | "median";
  /** The quantile at p in (0, 1) of entry i. Monotone in p. Refuses CoverageNotAttainable where there are too few residuals. */
  quantile(i: number, p: number): number;
  /** Variance of each entry; null where none exists. */
  variance: Float64Array | null;
  /** Null where the model has no distribution with a name. */
  distribution: Named | null;
  /** How the intervals come, in the field's words: "ETS class 1", "psi weights", "conformal, 24 residuals". */
  method: string;
  /**
   * Innovation variance and the weights psi_0 = 1, psi_1, … up to the largest step, of a model whose error at step h is
   * their sum; lets what is built on it (an integrated series) add errors instead of quantiles. Left out where there are none.
   */
  linear?: { sigma2: number; psi: Float64Array };
  /**
   * The smallest probability that has a quantile at each entry; the largest is one minus it. Left out where every one
   * has; Infinity where none has.
   */
  tail?: Float64Array;
  warnings: string[];
}

/** Points without any idea of their spread: no probability has a quantile. */
export function pointsAlone(
  label: string,
  point: Float64Array,
  point_is: Predictive["point_is"],
  warnings: string[] = [],
): Predictive {
  return {
    point,
    point_is,
    quantile: () => {
      throw coverageNotAttainable(label, 0, 1);
    },
    variance: null,
    distribution: null,
    method: "none: no residual is left",
    tail: point.map(() => Number.POSITIVE_INFINITY),
    warnings,
  };
}

/** True where entry i has a quantile at p. */
export function attains({ tail }: Predictive, i: number, p: number): boolean {
  return tail === undefined || Math.min(p, 1 - p) >= tail[i];
}

/** Normal predictions with the given means and variances. A variance of 0 is a certain value. */
export function normalPredictive(
  mean: Float64Array,
  variance: Float64Array,
  method: string,
  linear?: Predictive["linear"],
): Predictive {
  const sd = variance.map(Math.sqrt);
  return {
    point: mean,
    point_is: "mean",
    quantile: (i, p) => mean[i] + sd[i] * normalQuantile(p),
    variance,
    distribution: { name: "normal", mean: [...mean], sd: [...sd] },
    method,
    ...(linear ? { linear } : {}),
    warnings: [],
  };
}

/** Student t predictions: location, scale (the standard error of a prediction) and degrees of freedom. */
export function studentPredictive(location: Float64Array, scale: Float64Array, df: number, method: string): Predictive {
  return {
    point: location,
    point_is: "mean",
    quantile: (i, p) => location[i] + scale[i] * studentTQuantile(p, df),
    variance: df > 2 ? scale.map((s) => (s * s * df) / (df - 2)) : null,
    distribution: {
      name: "student_t",
      location: [...location],
      scale: [...scale],
      df: Array.from(location, () => df),
    },
    method,
    warnings: [],
  };
}

/** Predictions from simulated paths: the values of each step in ascending order, and the points beside them. */
export function samplePredictive(
  point: Float64Array,
  sorted: Float64Array[],
  method: string,
  point_is: "mean" | "median" = "mean",
): Predictive {
  return {
    point,
    point_is,
    quantile: (i, p) => quantileOfSorted(sorted[i], p),
    variance: Float64Array.from(sorted, varianceOf),
    distribution: { name: "empirical", size: sorted.map((sample) => sample.length) },
    method,
    warnings: [],
  };
}

/** Sample variance, divisor n - 1. */
export function varianceOf(sample: Float64Array): number {
  let mean = 0;
  for (const value of sample) mean += value / sample.length;
  let sum = 0;
  for (const value of sample) sum += (value - mean) ** 2;
  return sum / (sample.length - 1);
}
