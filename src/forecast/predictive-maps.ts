import { refusal } from "../contract/outcome.ts";
import { attains, type Predictive, varianceOf } from "./predictive.ts";

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
