import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import { fitTrend, type Trend, trendOfForecast, withoutTrend } from "../compose/trend.ts";
import { componentOf } from "../spec/parameter.ts";
import type { ComponentSpec } from "../spec/spec.ts";

interface Params {
  forecaster: ComponentSpec | null;
  model: "additive" | "multiplicative";
}

export default transformer<Params, Trend>({
  name: "Detrender",
  object_type: "transformer",
  summary:
    "Takes off (or divides by) a line, or another forecaster's one-step predictions, and puts its forecast back.",
  source: "Ordinary least squares on the row number; the forecaster's own method",
  parameters: z.strictObject({
    forecaster: field(z._default(z.nullable(componentOf("forecaster")), null), "The trend; None for a straight line."),
    model: field(z._default(z.enum(["additive", "multiplicative"]), "additive"), "Taken off, or divided by."),
  }),
  tags: {},
  refuses: ["NonPositiveValues", "UnsuitableData"],
  example: "forecast predict demo:airline --spec 'Detrender() * NaiveForecaster(sp=12)' --horizon 3",
  minLength: () => 2,
  fit: (train, { forecaster, model }, work) => fitTrend(forecaster, model, train, work),
  transform: (state, { forecaster }, train, work) => withoutTrend(forecaster, state, train, work),
  invert: (state, { forecaster }, predicted, ask, work) => trendOfForecast(forecaster, state, predicted, ask, work),
  update: (state, { forecaster }, train) =>
    forecaster === null ? { ...state, last: train.first + train.y.length - 1 } : null,
  describe: ({ line, model }) => ({ model, ...(line ? { intercept: line.intercept, slope: line.slope } : {}) }),
});
