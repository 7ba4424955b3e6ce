import { refusal } from "../contract/outcome.ts";
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
function varianceOf(sample: Float64Array): number {
  let mean = 0;
  for (const value of sample) mean += value / sample.length;
  let sum = 0;
  for (const value of sample) sum += (value - mean) ** 2;
  return sum / (sample.length - 1);
}

/**
 * Predictions mapped by an increasing function of each entry: quantiles map exactly, the point becomes a median. The
 * variance is that of the mapped quantiles at 999 evenly spaced probabilities (midpoint rule). Refuses UnsuitableData
 * for a value that has no finite image.
 */
export function mappedPredictive(
  inner: Predictive,
  map: (value: number, i: number) => number,
  method: string,
  label = "forecast",
): Predictive {
  const image = (value: number, i: number) => {
    const mapped = map(value, i);
    if (Number.isFinite(mapped)) return mapped;
    throw withoutImage(label, value);
  };
  const quantile = (i: number, p: number) => image(inner.quantile(i, p), i);
  const asMedian = (i: number) => inner.point_is === "median" || !attains(inner, i, 0.5);
  return {
    point: inner.point.map((value, i) => (asMedian(i) ? image(value, i) : quantile(i, 0.5))),
    point_is: "median",
    quantile,
    variance: inner.variance === null ? null : spreadOf(inner, map),
    distribution: null,
    method,
    ...(inner.tail ? { tail: inner.tail } : {}),
    warnings: inner.warnings,
  };
}

function withoutImage(label: string, value: number): Error {
  const remedy = "use a shorter horizon, a lower coverage or another transformation";
  return refusal(
    "UnsuitableData",
    `${label}: the forecast ${value} has no finite value on the scale of the series; ${remedy}`,
    {
      check: "finite_forecast",
      observed: value,
      required: "a value that the transformation can undo",
      remedy,
    },
  );
}

const LEVELS = 999;

/** Variances of mapped quantiles; null where one of them does not exist. */
function spreadOf(inner: Predictive, map: (value: number, i: number) => number): Float64Array | null {
  const found = varianceOfQuantiles(inner, (i, p) => map(inner.quantile(i, p), i));
  return found?.every(Number.isFinite) ? found : null;
}

/** The variance of each entry from its quantiles at 999 evenly spaced probabilities; null where not all of them exist. */
export function varianceOfQuantiles(inner: Predictive, quantile: Predictive["quantile"]): Float64Array | null {
  if (!inner.point.every((_, i) => attains(inner, i, 0.5 / LEVELS))) return null;
  const sample = (i: number) => Float64Array.from({ length: LEVELS }, (_, k) => quantile(i, (k + 0.5) / LEVELS));
  return inner.point.map((_, i) => varianceOf(sample(i)));
}

/** Predictions shifted by a known amount at each entry: `by` is added to points and quantiles. */
export function shiftedPredictive(inner: Predictive, by: Float64Array): Predictive {
  return {
    ...inner,
    point: inner.point.map((value, i) => value + by[i]),
    quantile: (i, p) => inner.quantile(i, p) + by[i],
    distribution:
      inner.distribution?.name === "normal"
        ? { ...inner.distribution, mean: inner.distribution.mean.map((value, i) => value + by[i]) }
        : inner.distribution?.name === "student_t"
          ? { ...inner.distribution, location: inner.distribution.location.map((value, i) => value + by[i]) }
          : inner.distribution,
  };
}

/** Predictions multiplied by a known positive factor at each entry; points, quantiles and spread go together. */
export function scaledPredictive(inner: Predictive, by: Float64Array): Predictive {
  const times = (values: number[]) => values.map((value, i) => value * by[i]);
  const named = inner.distribution;
  return {
    ...inner,
    point: inner.point.map((value, i) => value * by[i]),
    quantile: (i, p) => inner.quantile(i, p) * by[i],
    variance: inner.variance?.map((value, i) => value * by[i] * by[i]) ?? null,
    distribution:
      named?.name === "normal"
        ? { ...named, mean: times(named.mean), sd: times(named.sd) }
        : named?.name === "student_t"
          ? { ...named, location: times(named.location), scale: times(named.scale) }
          : named?.name === "empirical"
            ? named
            : null,
    linear: undefined,
  };
}

/** Predictions whose quantiles stand `factors` times as far from the median, one factor an entry. */
export function widenedPredictive(inner: Predictive, factors: readonly number[]): Predictive {
  const named = inner.distribution;
  const times = (values: number[]) => values.map((value, i) => value * factors[i]);
  return {
    ...inner,
    quantile(i, p) {
      const middle = inner.quantile(i, 0.5);
      return middle + factors[i] * (inner.quantile(i, p) - middle);
    },
    variance: inner.variance?.map((value, i) => value * factors[i] ** 2) ?? null,
    distribution:
      named?.name === "normal"
        ? { ...named, sd: times(named.sd) }
        : named?.name === "student_t"
          ? { ...named, scale: times(named.scale) }
          : named?.name === "lognormal"
            ? null
            : named,
    linear: undefined,
  };
}
