import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { forecaster } from "../component.ts";
import { describeNaive } from "../describe-naive.ts";
import { fitNaive, fittedNaive, type NaiveState, predictNaive } from "../naive.ts";

const params = ({ sp }: { sp: number }) => ({ strategy: "last" as const, window_length: null, sp });

export default forecaster<{ sp: number }, NaiveState>({
  name: "SeasonalNaive",
  object_type: "forecaster",
  summary: "Repeats the last season: NaiveForecaster(sp=...).",
  source: "Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 3rd ed., sections 5.2 and 5.5",
  parameters: z.strictObject({ sp: field(z.int().check(z.gte(1)), "Season in rows.") }),
  tags: { "capability:pred_int": true, "capability:update": true },
  refuses: ["CoverageNotAttainable"],
  example: "forecast predict demo:airline --spec 'SeasonalNaive(sp=12)' --horizon 3",
  minLength: ({ sp }) => sp,
  fit: (train, stated) => fitNaive(train, params(stated)),
  predict: (state, _params, ask) => predictNaive(state, ask),
  update: (_state, train, stated) => fitNaive(train, params(stated)),
  fitted: fittedNaive,
  describe: describeNaive,
});
