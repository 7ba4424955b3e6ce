import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { backtest, statedWindow } from "../backtest.ts";
import { forecaster } from "../component.ts";
import { describePart, fitPart, movePart, predictPart } from "../compose/parts.ts";
import { type StoredTraining, storedTraining, trainingFrom } from "../compose/stored-training.ts";
import { forecasterOf, tagsOf } from "../engine.ts";
import { normalPredictive, pointsAlone } from "../predictive.ts";
import { componentOf } from "../spec/parameter.ts";
import type { ComponentSpec } from "../spec/spec.ts";

interface Params {
  forecaster: ComponentSpec;
  initial_window: number;
  verbose: boolean;
}

interface State {
  inner: unknown;
  history: StoredTraining;
}

export default forecaster<Params, State>({
  name: "NaiveVariance",
  object_type: "forecaster",
  summary: "Normal intervals whose variance at each step is the mean square that forecasts of the past missed by.",
  source: "Rolling-origin evaluation, Tashman 2000",
  parameters: z.strictObject({
    forecaster: field(componentOf("forecaster"), "Whose points these are."),
    initial_window: field(
      z._default(z.number().check(z.gt(0)), 1),
      "Rows before the first forecast of the past: a count, or a share below 1; 1 for the fewest that the forecaster takes.",
    ),
    verbose: field(z._default(z.boolean(), false), "Without effect."),
  }),
  tags: {
    "capability:pred_int": true,
    "capability:exogenous": true,
    "capability:missing_values": true,
    "capability:update": true,
  },
  tagsOf: ({ forecaster: inner }) => ({ ...tagsOf(inner), "capability:pred_int": true }),
  refuses: ["SeriesTooShort", "CoverageNotAttainable"],
  example: "forecast predict demo:airline --spec 'NaiveVariance(NaiveForecaster(sp=12))' --horizon 3",
  minLength: ({ forecaster: inner }, train) => forecasterOf(inner).minLength(inner.params, train) + 1,
  fit: async (train, { forecaster: inner }, work) => ({
    inner: await fitPart(inner, train, work),
    history: storedTraining(train),
  }),
  predict: async ({ inner, history }, { forecaster: spec, initial_window }, ask, work) => {
    const predicted = await predictPart(spec, inner, { ...ask, points_only: true }, work);
    if (ask.points_only) return predicted;
    const train = trainingFrom(history);
    const least = Math.min(train.y.length - 1, forecasterOf(spec).minLength(spec.params, train));
    const initial = Math.max(least, statedWindow(initial_window, train));
    const { errors } = await backtest(spec, train, { initial, horizon: ask.steps[ask.steps.length - 1] }, work);
    const of = ask.steps.map((h) => errors[h - 1]);
    if (of.some((found) => found.length < 2))
      return pointsAlone(ask.label, predicted.point, predicted.point_is, predicted.warnings);
    const variance = Float64Array.from(of, (found) =>
      found.reduce((sum, error) => sum + (error * error) / found.length, 0),
    );
    const method = `mean square of ${of[0].length} to ${of[of.length - 1].length} rolling-origin residuals a step, normal quantiles`;
    return {
      ...normalPredictive(predicted.point, variance, method),
      point_is: predicted.point_is,
      warnings: predicted.warnings,
    };
  },
  update: async ({ inner }, train, { forecaster: spec }, added, work) => ({
    inner: await movePart(spec, inner, train, added, work),
    history: storedTraining(train),
  }),
  describe: ({ inner }, { forecaster: spec }) => {
    const found = describePart(spec, inner);
    return { ...found, model: `${found.model} with the variance of its past errors` };
  },
});
