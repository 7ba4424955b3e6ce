import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { forecaster } from "../component.ts";
import { describeNaive } from "../describe-naive.ts";
import { fitNaive, fittedNaive, type NaiveParams, type NaiveState, predictNaive } from "../naive.ts";

export default forecaster<NaiveParams, NaiveState>({
  name: "NaiveForecaster",
  object_type: "forecaster",
  summary: "Repeats the last value, or the last season; or the mean; or goes on along the line from first to last.",
  source: "Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 3rd ed., sections 5.2 and 5.5",
  parameters: z.strictObject({
    strategy: field(z._default(z.enum(["last", "mean", "drift"]), "last"), "What is carried on."),
    window_length: field(
      z._default(z.nullable(z.int().check(z.gte(1))), null),
      "Rows that are looked at; None for all.",
    ),
    sp: field(z._default(z.int().check(z.gte(1)), 1), "Season in rows; 1 for none. Drift has none."),
  }),
  tags: { "capability:pred_int": true, "capability:update": true },
  refuses: ["CoverageNotAttainable"],
  example: "forecast predict demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 3",
  minLength: ({ strategy, sp }) => (strategy === "drift" ? 2 : sp),
  fit: fitNaive,
  predict: (state, _params, ask) => predictNaive(state, ask),
  update: (_state, train, params) => fitNaive(train, params),
  fitted: fittedNaive,
  describe: describeNaive,
});
