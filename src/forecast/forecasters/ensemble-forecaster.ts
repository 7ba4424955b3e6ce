import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { forecaster, type Plain } from "../component.ts";
import { AGGREGATES, type Aggregate } from "../compose/aggregate.ts";
import { ensemblePredictive, sharesOf } from "../compose/ensemble.ts";
import { describePart, fitPart, movePart, predictPart, tagsOfParts } from "../compose/parts.ts";
import { forecasterOf } from "../engine.ts";
import type { Predictive } from "../predictive.ts";
import { type Step, stepsOf } from "../spec/parameter.ts";

interface Params {
  forecasters: Step[];
  n_jobs: number | null;
  aggfunc: Aggregate;
  weights: number[] | null;
}

interface State {
  members: unknown[];
}

export default forecaster<Params, State>({
  name: "EnsembleForecaster",
  object_type: "forecaster",
  summary:
    "The mean, median, least, largest or geometric mean of several forecasts, point by point and quantile by quantile.",
  source: "Vincent 1912 (averaged quantiles); Hyndman & Athanasopoulos, 3rd ed., section 13.4",
  parameters: z.strictObject({
    forecasters: field(stepsOf(1, "forecaster"), "The members, each alone or as ('name', F)."),
    n_jobs: field(z._default(z.nullable(z.int()), null), "Without effect: one process computes them."),
    aggfunc: field(z._default(z.enum(AGGREGATES), "mean"), "What is made of the members."),
    weights: field(
      z._default(z.nullable(z.array(z.number().check(z.gte(0)))), null),
      "One a member, at least 0; None for equal ones.",
    ),
  }),
  tags: {
    "capability:pred_int": true,
    "capability:exogenous": true,
    "capability:missing_values": true,
    "capability:update": true,
  },
  tagsOf: ({ forecasters }) => tagsOfParts(forecasters.map(({ spec }) => spec)),
  refuses: ["NonPositiveValues"],
  example:
    "forecast predict demo:airline --spec \"EnsembleForecaster([NaiveForecaster(sp=12), NaiveForecaster('drift')])\" --horizon 3",
  minLength: ({ forecasters }, train) =>
    Math.max(...forecasters.map(({ spec }) => forecasterOf(spec).minLength(spec.params, train))),
  fit: async (train, { forecasters, weights, aggfunc }, work) => {
    sharesOf(weights, forecasters.length, aggfunc);
    const members: unknown[] = [];
    for (const { spec } of forecasters) members.push(await fitPart(spec, train, work));
    return { members };
  },
  predict: async ({ members }, { forecasters, aggfunc, weights }, ask, work) => {
    const predicted: Predictive[] = [];
    for (const [i, { spec }] of forecasters.entries()) predicted.push(await predictPart(spec, members[i], ask, work));
    return ensemblePredictive(predicted, aggfunc, sharesOf(weights, forecasters.length, aggfunc), ask);
  },
  update: async (state, train, { forecasters }, added, work) => {
    const members: unknown[] = [];
    for (const [i, { spec }] of forecasters.entries())
      members.push(await movePart(spec, state.members[i], train, added, work));
    return { members };
  },
  describe: ({ members }, { forecasters, aggfunc, weights }) => {
    const found = forecasters.map(({ spec }, i) => describePart(spec, members[i]));
    const shares = sharesOf(weights, forecasters.length, aggfunc);
    return {
      model: `${aggfunc} of ${found.map(({ model }) => model).join(", ")}`,
      params: {
        members: Object.fromEntries(
          forecasters.map(({ name }, i): [string, Plain] => [
            name,
            { model: found[i].model, weight: shares[i], params: found[i].params },
          ]),
        ),
      },
      period: Math.max(...found.map(({ period }) => period)),
      warnings: [...new Set(found.flatMap(({ warnings }) => warnings))],
    };
  },
});
