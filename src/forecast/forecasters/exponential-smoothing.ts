import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { forecaster } from "../component.ts";
import { describeEts } from "../ets/describe.ts";
import { fitHoltWinters, type HoltWintersParams, holtWintersLength } from "../ets/holt-winters.ts";
import { PARTS } from "../ets/parts.ts";
import { fittedEts, predictEts } from "../ets/predict.ts";
import type { EtsState } from "../ets/state.ts";
import { updateEts } from "../ets/update.ts";
import { spField } from "../spec/parameter.ts";

const part = () => z._default(z.nullable(z.enum(PARTS)), null);
const weight = () => z._default(z.nullable(z.number().check(z.gte(0), z.lte(1))), null);
const number = () => z._default(z.nullable(z.number()), null);

export default forecaster<HoltWintersParams, EtsState>({
  name: "ExponentialSmoothing",
  aliases: ["HoltWinters"],
  object_type: "forecaster",
  summary: "Simple, Holt's or Holt-Winters' smoothing of a stated form, with the least sum of squared errors.",
  source: "Holt 1957; Winters 1960; Hyndman, Koehler, Ord & Snyder 2008",
  parameters: z.strictObject({
    trend: field(part(), "None, add or mul."),
    damped_trend: field(z._default(z.boolean(), false), "The trend dies out."),
    seasonal: field(part(), "None, add or mul."),
    sp: field(z._default(spField, null), "Season in rows; None for the calendar's."),
    initial_level: field(number(), "Level before the first row; None to estimate it."),
    initial_trend: field(number(), "The same of the trend."),
    initial_seasonal: field(z._default(z.nullable(z.array(z.number())), null), "The same of the sp seasons."),
    use_boxcox: field(
      z._default(z.nullable(z.union([z.boolean(), z.literal("log"), z.number()])), null),
      "None or False; write BoxCoxTransformer() * ExponentialSmoothing() instead.",
    ),
    initialization_method: field(
      z._default(z.enum(["estimated", "known", "heuristic"]), "estimated"),
      "Where start states come from; heuristic: a decomposition and a line.",
    ),
    smoothing_level: field(weight(), "alpha; None to estimate it."),
    smoothing_trend: field(weight(), "beta* = beta/alpha; None to estimate it."),
    smoothing_seasonal: field(weight(), "gamma; None to estimate it."),
    damping_trend: field(weight(), "phi; None to estimate it."),
    optimized: field(z._default(z.boolean(), true), "False: every weight is stated."),
    remove_bias: field(z._default(z.boolean(), false), "Adds the mean residual to the forecasts."),
  }),
  tags: { "capability:pred_int": true, "capability:update": true },
  refuses: ["NonPositiveValues", "UnsuitableData"],
  example:
    'forecast predict demo:airline --spec \'ExponentialSmoothing(trend="add", seasonal="mul", sp=12)\' --horizon 3',
  minLength: holtWintersLength,
  fit: fitHoltWinters,
  predict: (state, _params, { steps }) => predictEts(state, steps),
  update: (state, train, _params, added) => updateEts(state, train, added),
  fitted: fittedEts,
  describe: describeEts,
});
