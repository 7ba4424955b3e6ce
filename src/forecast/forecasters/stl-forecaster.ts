import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { forecaster } from "../component.ts";
import { componentOf } from "../spec/parameter.ts";
import type { StlParams } from "../stl-forecast/components.ts";
import {
  describeStlForecast,
  fitStlForecast,
  predictStlForecast,
  type StlState,
} from "../stl-forecast/stl-forecast.ts";
import { stlSeason } from "../stl-forecast/stl-season.ts";

/** Fresh schemas: a description belongs to one. */
const span = () => z.int().check(z.gte(3));
const degree = () => z._default(z.int().check(z.gte(0), z.lte(1)), 1);
const jump = () => z._default(z.int().check(z.gte(1)), 1);
const part = () => z._default(z.nullable(componentOf("forecaster")), null);

type Params = Omit<StlParams, "sp"> & { sp: number | null };

interface State {
  sp: number;
  parts: StlState;
}

export default forecaster<Params, State>({
  name: "STLForecaster",
  object_type: "forecaster",
  summary: "Takes the series apart by STL and forecasts season, trend and remainder each on its own.",
  source: "Cleveland, Cleveland, McRae & Terpenning 1990; intervals as in R's stlf",
  parameters: z.strictObject({
    sp: field(
      z._default(z.nullable(z.int().check(z.gte(2), z.lte(10_000))), null),
      "Season in rows; None for the one a test finds, else the calendar's shortest.",
    ),
    seasonal: field(z._default(span(), 7), "Span of the seasonal smoother in seasons; made odd."),
    trend: field(z._default(z.nullable(span()), null), "Span of the trend smoother; None for 1.5 sp and more."),
    low_pass: field(
      z._default(z.nullable(span()), null),
      "Span of the low-pass smoother; None for the odd one above sp.",
    ),
    seasonal_deg: field(degree(), "Degree of the seasonal smoother."),
    trend_deg: field(degree(), "Degree of the trend smoother."),
    low_pass_deg: field(degree(), "Degree of the low-pass smoother."),
    robust: field(z._default(z.boolean(), false), "Outliers weigh less."),
    seasonal_jump: field(jump(), "The smoother is exact at every so many rows."),
    trend_jump: field(jump(), "The same of the trend."),
    low_pass_jump: field(jump(), "The same of the low-pass smoother."),
    inner_iter: field(z._default(z.nullable(z.int().check(z.gte(1))), null), "None for 5, or 2 when robust."),
    outer_iter: field(z._default(z.nullable(z.int().check(z.gte(0))), null), "None for 0, or 15 when robust."),
    forecaster_trend: field(part(), "Of the trend; None for the drift."),
    forecaster_seasonal: field(part(), "Of the season; None for its repetition."),
    forecaster_resid: field(part(), "Of the remainder; None for seasonal means."),
    forecaster_adjusted: field(part(), "Of trend and remainder together, as R's stlf does; it replaces both."),
  }),
  tags: { "capability:pred_int": true },
  refuses: ["SeriesTooShort", "UnsuitableData"],
  example: "forecast predict demo:airline --spec 'STLForecaster(sp=12)' --horizon 3",
  minLength: ({ sp }, train) => 2 * (sp ?? stlSeason(train)),
  async fit(train, params, work) {
    const sp = params.sp ?? stlSeason(train);
    return { sp, parts: await fitStlForecast(train, { ...params, sp }, work) };
  },
  predict: ({ sp, parts }, params, ask, work) => predictStlForecast(parts, { ...params, sp }, ask, work),
  describe: ({ sp, parts }, params) => describeStlForecast(parts, { ...params, sp }),
});
