import { BadCall, refusal } from "../../contract/outcome.ts";
import { linearRegression } from "../../numerics/linear-regression.ts";
import type { Plain, Work } from "../component.ts";
import { forecasterOf } from "../engine.ts";
import type { Ask, Predictive } from "../predictive.ts";
import { scaledPredictive, shiftedPredictive } from "../predictive-maps.ts";
import { nonPositiveValues } from "../refusals.ts";
import { printSpec } from "../spec/print-spec.ts";
import type { ComponentSpec } from "../spec/spec.ts";
import { rowsOf, type Training } from "../training.ts";
import { fitPart, predictPart } from "./parts.ts";

/** The trend of a series: a line, or what a forecaster has learned. */
export interface Trend {
  model: "additive" | "multiplicative";
  /** Value at row 0 of the series and change a row; null where a forecaster stands in its place. */
  line: { intercept: number; slope: number } | null;
  inner: Plain;
  /** First and last row that were seen. */
  first: number;
  last: number;
}

/** Fits a trend. Refuses NonPositiveValues where it is to be divided by and is not above 0 everywhere. */
export async function fitTrend(
  spec: ComponentSpec | null,
  model: Trend["model"],
  train: Training,
  work: Work,
): Promise<Trend> {
  const { first, y } = train;
  const seen = { model, first, last: first + y.length - 1 };
  const rows = Float64Array.from(y, (_, t) => first + t);
  const line = spec === null ? linearRegression(rows, y) : null;
  const trend: Trend = {
    ...seen,
    line: line && { intercept: line.intercept, slope: line.slope },
    inner: spec === null ? null : ((await fitPart(spec, train, work)) as Plain),
  };
  const low = fittedTrend(spec, trend, train).reduce((n, value) => n + (value <= 0 ? 1 : 0), 0);
  if (model === "multiplicative" && low > 0)
    throw nonPositiveValues(`${train.label}: trend`, low, y.length, "dividing by the trend", "use model='additive'");
  return trend;
}

/** Rows without their trend; those at the start that it says nothing of are dropped. */
export async function withoutTrend(
  spec: ComponentSpec | null,
  trend: Trend,
  train: Training,
  _work: Work,
): Promise<Training> {
  const fitted = fittedTrend(spec, trend, train);
  const from = fitted.findIndex((value) => !Number.isNaN(value));
  const y = train.y.map((value, t) => (trend.model === "additive" ? value - fitted[t] : value / fitted[t]));
  return rowsOf({ ...train, y }, Math.max(0, from), y.length);
}

function fittedTrend(spec: ComponentSpec | null, trend: Trend, { first, y }: Training): Float64Array {
  const { line } = trend;
  if (line) return Float64Array.from(y, (_, t) => line.intercept + line.slope * (first + t));
  const component = forecasterOf(spec as ComponentSpec);
  const { params } = spec as ComponentSpec;
  if (component.fitted === undefined)
    throw new BadCall(`spec: Detrender: ${printSpec(spec as ComponentSpec)} has no in-sample predictions to take off`);
  if (first !== trend.first || first + y.length - 1 !== trend.last)
    throw new BadCall("spec: Detrender with a forecaster transforms the rows that it was fitted on, and no others");
  return component.fitted(trend.inner, params);
}

/** Predictions with their trend: the spread is that of what is left without it. Refuses UnsuitableData where a trend to multiply by is not above 0. */
export async function trendOfForecast(
  spec: ComponentSpec | null,
  trend: Trend,
  predicted: Predictive,
  ask: Ask,
  work: Work,
): Promise<Predictive> {
  const { line, last, model } = trend;
  const values = line
    ? Float64Array.from(ask.steps, (h) => line.intercept + line.slope * (last + h))
    : (await predictPart(spec as ComponentSpec, trend.inner, { ...ask, points_only: true }, work)).point;
  if (model === "additive") return shiftedPredictive(predicted, values);
  const place = values.findIndex((value) => value <= 0);
  if (place < 0) return scaledPredictive(predicted, values);
  const remedy = "use model='additive' or a shorter horizon";
  throw refusal(
    "UnsuitableData",
    `${ask.label}: the trend is ${values[place]} at step ${ask.steps[place]}, and cannot be multiplied by; ${remedy}`,
    {
      check: "positive_trend",
      observed: values[place],
      required: "above 0",
      remedy,
    },
  );
}
