import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall } from "../../contract/outcome.ts";
import { forecaster } from "../component.ts";
import {
  bestOf,
  type Candidate,
  candidatesOf,
  foldsOf,
  type ParamGrid,
  ranking,
  searched,
} from "../compose/grid-search.ts";
import { describePart, fitPart, movePart, predictPart } from "../compose/parts.ts";
import { forecasterOf, tagsOf } from "../engine.ts";
import type { Metric } from "../other-components.ts";
import { loadComponent } from "../registry.ts";
import { componentOf } from "../spec/parameter.ts";
import { printSpec } from "../spec/print-spec.ts";
import { withParameters } from "../spec/resolve-spec.ts";
import type { ComponentSpec } from "../spec/spec.ts";

interface Params {
  forecaster: ComponentSpec;
  cv: ComponentSpec | number;
  param_grid: ParamGrid | ParamGrid[];
  scoring: ComponentSpec | null;
  strategy: "refit";
  refit: true;
}

interface State {
  /** The best candidate's specification as it prints. */
  best: string;
  inner: unknown;
  found: Candidate[];
  metric: string;
  /** Whether a larger score is better. */
  larger: boolean;
}

const grid = z.record(z.string(), z.array(z.any()));

const candidates = ({ forecaster: spec, param_grid }: Params) =>
  candidatesOf(spec, Array.isArray(param_grid) ? param_grid : [param_grid]);

/** The candidate that printed so. */
function printedSo(text: string, params: Params): ComponentSpec {
  const found = candidates(params).find((spec) => printSpec(spec) === text);
  if (found === undefined) throw new BadCall(`spec: ForecastingGridSearchCV: ${text} is not among its candidates`);
  return found;
}

async function metricOf({ scoring }: Params): Promise<ComponentSpec> {
  return scoring ?? withParameters(await loadComponent("MeanAbsoluteError"), {});
}

export default forecaster<Params, State>({
  name: "ForecastingGridSearchCV",
  object_type: "forecaster",
  summary: "Tries every combination of parameters on forecasts of the past and fits the best of them to all rows.",
  source: "Time series cross-validation; Hyndman & Athanasopoulos, 3rd ed., section 5.10",
  parameters: z.strictObject({
    forecaster: field(componentOf("forecaster"), "What is tuned."),
    cv: field(
      z.union([z.int().check(z.gte(1), z.lte(100)), componentOf("splitter")]),
      "A splitter, or a number of folds in the later half of the rows.",
    ),
    param_grid: field(
      z.union([grid, z.array(grid)]),
      "Values by path, such as {'forecaster__sp': [1, 12]}; or a list of these.",
    ),
    scoring: field(
      z._default(z.nullable(componentOf("metric")), null),
      "The metric; None for the mean absolute error.",
    ),
    strategy: field(z._default(z.literal("refit"), "refit"), "Each fold is fitted anew."),
    refit: field(z._default(z.literal(true), true), "The best is fitted to all rows."),
  }),
  tags: {
    "capability:pred_int": true,
    "capability:exogenous": true,
    "capability:missing_values": true,
    "capability:update": true,
  },
  tagsOf: ({ forecaster: inner }) => tagsOf(inner),
  refuses: ["SeriesTooShort", "MetricUndefined"],
  example:
    "forecast predict demo:airline --spec \"ForecastingGridSearchCV(NaiveForecaster(), cv=3, param_grid={'sp': [1, 12]})\" --horizon 3",
  minLength: ({ forecaster: inner }, train) => forecasterOf(inner).minLength(inner.params, train),
  fit: async (train, params, work) => {
    const specs = candidates(params);
    const metric = await metricOf(params);
    const found = await searched(specs, foldsOf(params.cv, train), metric, train, work);
    const best = specs[bestOf(found, metric, train.label)];
    const larger = (metric.component as Metric).better === "larger";
    return { best: printSpec(best), inner: await fitPart(best, train, work), found, metric: printSpec(metric), larger };
  },
  predict: ({ best, inner }, params, ask, work) => predictPart(printedSo(best, params), inner, ask, work),
  update: async (state, train, params, added, work) => ({
    ...state,
    inner: await movePart(printedSo(state.best, params), state.inner, train, added, work),
  }),
  describe: ({ best, inner, found, metric, larger }, params) => {
    const spec = printedSo(best, params);
    const described = describePart(spec, inner);
    const failed = found.filter(({ score }) => score === null).length;
    return {
      ...described,
      params: {
        ...described.params,
        best_spec: best,
        scoring: metric,
        n_candidates: found.length,
        n_failed: failed,
        n_folds: found[0].folds,
        candidates: ranking(found, larger),
      },
    };
  },
});
