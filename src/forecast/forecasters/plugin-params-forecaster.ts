import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall } from "../../contract/outcome.ts";
import { forecaster, type Plain } from "../component.ts";
import { describePart, fitPart, movePart, predictPart } from "../compose/parts.ts";
import { forecasterOf, tagsOf } from "../engine.ts";
import type { ParamEst } from "../other-components.ts";
import { componentOf } from "../spec/parameter.ts";
import { setParameter } from "../spec/set-parameter.ts";
import type { ComponentSpec } from "../spec/spec.ts";
import type { Training } from "../training.ts";

interface Params {
  param_est: ComponentSpec;
  forecaster: ComponentSpec;
  params: null | string | string[] | Record<string, string>;
}

interface State {
  inner: unknown;
  plugged: Record<string, Plain>;
}

/** The estimates that the forecaster is given, by its parameters. BadCall where none fits. */
function pluggedFrom(
  found: Record<string, Plain>,
  { param_est, forecaster: inner, params }: Params,
): Record<string, Plain> {
  const shared = Object.keys(found).filter((key) => Object.hasOwn(inner.component.parameters.shape, key));
  const names = typeof params === "string" ? [params] : params;
  const pairs =
    names === null
      ? shared.map((key) => [key, key])
      : Array.isArray(names)
        ? names.map((key) => [key, key])
        : Object.entries(names);
  const wrong = pairs.find(([, from]) => found[from] === undefined);
  if (pairs.length === 0 || wrong)
    throw new BadCall(
      `spec: ${param_est.component.name} estimates ${Object.keys(found).join(", ")}, and ${wrong ? `'${wrong[1]}' is asked for` : `${inner.component.name} has none of them; state params={'parameter': 'estimate'}`}`,
    );
  return Object.fromEntries(pairs.map(([to, from]) => [to, found[from]]));
}

const withPlugged = (spec: ComponentSpec, plugged: Record<string, Plain>) =>
  Object.entries(plugged).reduce((changed, [path, value]) => setParameter(changed, path, value), spec);

function estimated(train: Training, params: Params): Record<string, Plain> {
  const { component, params: given } = params.param_est;
  return pluggedFrom((component as ParamEst).estimate(train, given), params);
}

export default forecaster<Params, State>({
  name: "PluginParamsForecaster",
  object_type: "forecaster",
  summary: "A forecaster that is given estimated parameters, such as the season: SeasonalityACF() * NaiveForecaster().",
  source: "The estimator and the forecaster",
  parameters: z.strictObject({
    param_est: field(componentOf("param_est"), "What estimates."),
    forecaster: field(componentOf("forecaster"), "What is given the estimates."),
    params: field(
      z._default(z.nullable(z.union([z.string(), z.array(z.string()), z.record(z.string(), z.string())])), null),
      "Which: names, or {'parameter': 'estimate'}; None for every name they share.",
    ),
  }),
  tags: {
    "capability:pred_int": true,
    "capability:exogenous": true,
    "capability:missing_values": true,
    "capability:update": true,
  },
  tagsOf: ({ forecaster: inner }) => ({
    ...tagsOf(inner),
    "capability:missing_values": false,
  }),
  refuses: [],
  example: "forecast predict demo:airline --spec 'SeasonalityACF(candidate_sp=12) * NaiveForecaster()' --horizon 3",
  minLength: ({ forecaster: inner }, train) => forecasterOf(inner).minLength(inner.params, train),
  fit: async (train, params, work) => {
    const plugged = estimated(train, params);
    return { plugged, inner: await fitPart(withPlugged(params.forecaster, plugged), train, work) };
  },
  predict: ({ inner, plugged }, { forecaster: spec }, ask, work) =>
    predictPart(withPlugged(spec, plugged), inner, ask, work),
  update: async ({ inner, plugged }, train, { forecaster: spec }, added, work) => ({
    plugged,
    inner: await movePart(withPlugged(spec, plugged), inner, train, added, work),
  }),
  describe: ({ inner, plugged }, { forecaster: spec, param_est }) => {
    const found = describePart(withPlugged(spec, plugged), inner);
    return { ...found, params: { ...found.params, plugged, estimated_by: param_est.component.name } };
  },
});
