import { BadCall } from "../contract/outcome.ts";
import { calendarPeriods } from "../series/dataset/calendar-periods.ts";
import type { SeriesData } from "../series/dataset/dataset.ts";
import { type Calibration, calibrated } from "./calibration.ts";
import { clockCautions } from "./clock-cautions.ts";
import type { Work } from "./component.ts";
import { describeFitted, forecastsColumns, predictFitted } from "./engine.ts";
import { futureColumns, type Horizon, horizonOf, labelsAhead, unusedFuture } from "./horizon.ts";
import { meanOfForecast } from "./mean-of-forecast.ts";
import type { Model } from "./models.ts";
import type { Named, Predictive } from "./predictive.ts";

/** What a forecast is to say. */
export interface ForecastCall {
  horizon?: number | string | undefined;
  fh?: number[] | undefined;
  /** Rows with the future explaining columns. */
  future: SeriesData | null;
  calibration: Calibration;
  /** Points are means, also where the model's are medians. */
  bias_adjusted: boolean;
  /** No value below 0 is possible: points and quantiles are cut there. */
  non_negative: boolean;
}

/** Predictions of a model with the labels they stand at. */
export interface Forecast {
  horizon: Horizon;
  predicted: Predictive;
  /** By what the model's own intervals were widened at the first and the last step; null where they stand as they are. */
  widened: { first: number; last: number } | null;
  warnings: string[];
}

/** Predicts the steps asked for; refuses what `futureColumns` and the forecaster refuse. */
export async function forecast(model: Model, call: ForecastCall, work: Work): Promise<Forecast> {
  const horizon = horizonOf(model, call.horizon, call.fh);
  const { steps } = horizon;
  const unknown = call.future === null && forecastsColumns(model.fitted.spec);
  const unused = unusedFuture(model, steps[steps.length - 1], call.future);
  const x = unknown ? [] : futureColumns(model, steps[steps.length - 1], call.future);
  const inner = await predictFitted(model.fitted, { label: model.data.label, steps, x }, work);
  const found = describeFitted(model.fitted);
  const held =
    call.calibration === "none"
      ? null
      : calibrated(
          inner,
          model.fitted.spec,
          { ...found, calendar: calendarPeriods(model.data), n: model.data.y.values.length },
          steps,
        );
  const honest = held?.predicted ?? inner;
  const centred = call.bias_adjusted ? withMeans(honest) : honest;
  const predicted = call.non_negative ? notBelowZero(centred) : centred;
  return {
    horizon,
    predicted,
    widened: held?.widened ?? null,
    warnings: [
      ...new Set([
        ...model.warnings,
        ...clockCautions(model.data, model.zone, found.period, labelsAhead(model, steps.slice(-1))[0]),
        ...unused,
        ...found.warnings,
        ...predicted.warnings,
      ]),
    ],
  };
}

function withMeans(inner: Predictive): Predictive {
  const point = meanOfForecast(inner);
  if (point !== null) return { ...inner, point, point_is: "mean" };
  return {
    ...inner,
    warnings: [...inner.warnings, "the points stay medians: there are too few errors of the past for their mean"],
  };
}

function notBelowZero(inner: Predictive): Predictive {
  return {
    ...inner,
    point: inner.point.map((value) => Math.max(0, value)),
    quantile: (i, p) => Math.max(0, inner.quantile(i, p)),
    distribution: null,
    method: `${inner.method}, cut at 0`,
  };
}

/** Bounds of an interval around each point: quantiles (1 ± coverage)/2, never on the wrong side of the point. */
export function intervalAt(
  { quantile, point }: Predictive,
  i: number,
  coverage: number,
): { lower: number; upper: number } {
  const lower = quantile(i, (1 - coverage) / 2);
  const upper = quantile(i, (1 + coverage) / 2);
  return { lower: Math.min(lower, point[i]), upper: Math.max(upper, point[i]) };
}

/** The parameters of entry i of a named distribution. BadCall where the model has none. */
export function distributionAt(
  { distribution, method }: Predictive,
  spec: string,
  i: number,
): Record<string, number | string> {
  if (distribution === null)
    throw new BadCall(`mode: ${spec} has no distribution with a name (${method}); ask for --mode quantiles`);
  const { name, ...parameters } = distribution as Named & Record<string, unknown>;
  return {
    name,
    ...Object.fromEntries(Object.entries(parameters).map(([key, values]) => [key, (values as number[])[i]])),
  };
}
