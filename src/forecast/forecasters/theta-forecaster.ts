import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { forecaster } from "../component.ts";
import { seasonOf } from "../seasonality/season-of.ts";
import { spField } from "../spec/parameter.ts";
import { describeTheta, fitTheta, fittedTheta, predictTheta, type ThetaState, updateTheta } from "../theta.ts";

interface ThetaParams {
  initial_level: number | null;
  deseasonalize: boolean;
  sp: number | null;
  deseasonalize_model: "multiplicative" | "additive";
  seasonal_band: boolean;
}

export default forecaster<ThetaParams, ThetaState>({
  name: "ThetaForecaster",
  object_type: "forecaster",
  summary: "Exponential smoothing of the seasonally adjusted series, with half of its linear trend as drift.",
  source: "Assimakopoulos & Nikolopoulos 2000; Hyndman & Billah 2003",
  parameters: z.strictObject({
    initial_level: field(
      z._default(z.nullable(z.number().check(z.gt(0), z.lte(1))), null),
      "Smoothing weight; None to estimate it.",
    ),
    deseasonalize: field(z._default(z.boolean(), true), "Take a season out where the M4 test finds one."),
    sp: field(z._default(spField, null), "Season in rows; 1 for none, None to find it."),
    deseasonalize_model: field(z._default(z.enum(["multiplicative", "additive"]), "multiplicative"), "Of the season."),
    seasonal_band: field(z._default(z.boolean(), true), "The interval scales with a multiplicative season."),
  }),
  tags: { "capability:pred_int": true, "capability:update": true },
  refuses: [],
  example: "forecast predict demo:airline --spec 'ThetaForecaster(sp=12)' --horizon 3",
  minLength: () => 3,
  fit(train, params) {
    const { sp, warnings } = seasonOf(train, params.sp);
    const { deseasonalize, deseasonalize_model: model, initial_level: alpha } = params;
    const state = fitTheta(train.y, { sp, deseasonalize, model, alpha });
    return { ...state, warnings: [...warnings, ...state.warnings] };
  },
  predict: (state, { seasonal_band }, { steps }) => predictTheta(state, steps, seasonal_band),
  update: (state, train, _params, added) => updateTheta(state, train.y.subarray(train.y.length - added)),
  fitted: fittedTheta,
  describe: describeTheta,
});
