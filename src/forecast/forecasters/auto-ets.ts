import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { forecaster } from "../component.ts";
import { type AutoEtsParams, autoEtsLength, fitAutoEts } from "../ets/auto-ets.ts";
import { describeEts } from "../ets/describe.ts";
import { PARTS } from "../ets/parts.ts";
import { fittedEts, predictEts } from "../ets/predict.ts";
import type { EtsState } from "../ets/state.ts";
import { updateEts } from "../ets/update.ts";
import { spField } from "../spec/parameter.ts";

const part = () => z._default(z.nullable(z.enum(PARTS)), null);

export default forecaster<AutoEtsParams, EtsState>({
  name: "AutoETS",
  object_type: "forecaster",
  summary: "Exponential smoothing in the form that an information criterion prefers: error, trend, damping and season.",
  source: "Hyndman, Koehler, Ord & Snyder 2008, Forecasting with Exponential Smoothing",
  parameters: z.strictObject({
    error: field(
      z._default(z.enum(PARTS), "add"),
      "add or mul. With auto, what is not the default narrows the choice.",
    ),
    trend: field(part(), "None, add or mul; with auto, None leaves it open."),
    damped_trend: field(z._default(z.boolean(), false), "The trend dies out; with auto, False leaves it open."),
    seasonal: field(part(), "None, add or mul; with auto, None leaves it open."),
    sp: field(z._default(spField, null), "Season in rows; 1 for none, None to find it."),
    auto: field(z._default(z.boolean(), true), "Choose the form; False takes the stated one."),
    information_criterion: field(
      z._default(z.enum(["aic", "aicc", "bic"]), "aicc"),
      "What forms are ranked by, + 4 beta: a slope that takes much of each error must win by more.",
    ),
    allow_multiplicative_trend: field(z._default(z.boolean(), false), "Trends may multiply."),
    restrict: field(z._default(z.boolean(), true), "Leaves out forms of infinite variance."),
    additive_only: field(z._default(z.boolean(), false), "Leaves out all that multiplies."),
    ignore_inf_ic: field(z._default(z.boolean(), true), "Without effect: forms without a criterion are never chosen."),
    maxiter: field(z._default(z.int().check(z.gte(1)), 1000), "Without effect: every search ends by its own test."),
    n_jobs: field(z._default(z.nullable(z.int()), null), "Without effect: one process computes them."),
    random_state: field(z._default(z.nullable(z.int()), null), "Without effect: nothing is drawn to fit."),
  }),
  tags: { "capability:pred_int": true, "capability:update": true },
  refuses: ["NonPositiveValues", "UnsuitableData"],
  example: "forecast predict demo:airline --spec 'AutoETS(sp=12)' --horizon 3",
  minLength: autoEtsLength,
  fit: fitAutoEts,
  predict: (state, _params, { steps }) => predictEts(state, steps),
  update: (state, train, _params, added) => updateEts(state, train, added),
  fitted: fittedEts,
  describe: describeEts,
});
