import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { backtest, initialWindow, statedWindow } from "../backtest.ts";
import { forecaster } from "../component.ts";
import { CONFORMAL_METHODS, type ConformalMethod, conformalPredictive } from "../compose/conformal.ts";
import { describePart, fitPart, movePart, predictPart } from "../compose/parts.ts";
import { type StoredTraining, storedTraining, trainingFrom } from "../compose/stored-training.ts";
import { forecasterOf, tagsOf } from "../engine.ts";
import { componentOf } from "../spec/parameter.ts";
import type { ComponentSpec } from "../spec/spec.ts";

interface Params {
  forecaster: ComponentSpec;
  method: ConformalMethod;
  initial_window: number | null;
  sample_frac: number | null;
  verbose: boolean;
  n_jobs: number | null;
}

interface State {
  inner: unknown;
  history: StoredTraining;
}

export default forecaster<Params, State>({
  name: "ConformalIntervals",
  object_type: "forecaster",
  summary: "Intervals from what the forecaster's own forecasts of the past missed by, step by step.",
  source: "Lei et al. 2018 (split conformal prediction); Stankeviciute et al. 2021 (Bonferroni over steps)",
  parameters: z.strictObject({
    forecaster: field(componentOf("forecaster"), "Whose points these are."),
    method: field(
      z._default(z.enum(CONFORMAL_METHODS), "empirical"),
      "Signed errors, absolute ones, or conformal ranks.",
    ),
    initial_window: field(
      z._default(z.nullable(z.number().check(z.gt(0))), null),
      "Rows before the first forecast of the past: a count, or a share below 1; None for half of them.",
    ),
    sample_frac: field(
      z._default(z.nullable(z.number().check(z.gt(0), z.lte(1))), null),
      "Share of the latest rows to forecast from; None for all.",
    ),
    verbose: field(z._default(z.boolean(), false), "Without effect."),
    n_jobs: field(z._default(z.nullable(z.int()), null), "Without effect: one process computes them."),
  }),
  tags: {
    "capability:pred_int": true,
    "capability:exogenous": true,
    "capability:missing_values": true,
    "capability:update": true,
  },
  tagsOf: ({ forecaster: inner }) => ({ ...tagsOf(inner), "capability:pred_int": true }),
  refuses: ["SeriesTooShort", "CoverageNotAttainable"],
  example:
    "forecast predict demo:airline --spec 'ConformalIntervals(NaiveForecaster(sp=12))' --horizon 3 --coverage 0.9",
  minLength: ({ forecaster: inner }, train) => forecasterOf(inner).minLength(inner.params, train) + 1,
  fit: async (train, { forecaster: inner }, work) => ({
    inner: await fitPart(inner, train, work),
    history: storedTraining(train),
  }),
  predict: async ({ inner, history }, params, ask, work) => {
    const { forecaster: spec, method, initial_window, sample_frac } = params;
    const predicted = await predictPart(spec, inner, { ...ask, points_only: true }, work);
    if (ask.points_only) return predicted;
    const train = trainingFrom(history);
    const n = train.y.length;
    const first =
      initial_window === null
        ? Math.min(n - 1, initialWindow(spec, inner, train))
        : statedWindow(initial_window, train);
    const initial = sample_frac === null ? first : n - Math.max(1, Math.floor(sample_frac * (n - first)));
    const { errors } = await backtest(spec, train, { initial, horizon: ask.steps[ask.steps.length - 1] }, work);
    const found = conformalPredictive(ask, predicted.point, predicted.point_is, errors, method);
    return { ...found, warnings: predicted.warnings };
  },
  update: async ({ inner }, train, { forecaster: spec }, added, work) => ({
    inner: await movePart(spec, inner, train, added, work),
    history: storedTraining(train),
  }),
  describe: ({ inner }, { forecaster: spec, method }) => {
    const found = describePart(spec, inner);
    return { ...found, model: `${found.model} with ${method} intervals` };
  },
});
