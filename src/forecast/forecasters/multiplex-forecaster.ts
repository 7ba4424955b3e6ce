import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall } from "../../contract/outcome.ts";
import { forecaster } from "../component.ts";
import { describePart, fitPart, movePart, predictPart } from "../compose/parts.ts";
import { forecasterOf, tagsOf } from "../engine.ts";
import { type Step, stepsOf } from "../spec/parameter.ts";
import type { ComponentSpec } from "../spec/spec.ts";

interface Params {
  forecasters: Step[];
  selected_forecaster: string | null;
}

/** The forecaster that is switched on. BadCall for a name that none has. */
function chosen({ forecasters, selected_forecaster: name }: Params): ComponentSpec {
  if (name === null) return forecasters[0].spec;
  const found = forecasters.find((step) => step.name === name);
  if (found) return found.spec;
  const names = forecasters.map((step) => step.name).join(", ");
  throw new BadCall(`spec: MultiplexForecaster: selected_forecaster '${name}' is none of ${names}`);
}

export default forecaster<Params, { inner: unknown }>({
  name: "MultiplexForecaster",
  object_type: "forecaster",
  summary: "One of several forecasters, chosen by name, so that a search can try each: F1 | F2.",
  source: "The forecaster chosen",
  parameters: z.strictObject({
    forecasters: field(stepsOf(1, "forecaster"), "Forecasters, each alone or as ('name', F)."),
    selected_forecaster: field(
      z._default(z.nullable(z.string()), null),
      "Name of the one that is used; None for the first.",
    ),
  }),
  tags: {
    "capability:pred_int": true,
    "capability:exogenous": true,
    "capability:missing_values": true,
    "capability:update": true,
  },
  tagsOf: (params) => tagsOf(chosen(params)),
  refuses: [],
  example: "forecast predict demo:airline --spec 'NaiveForecaster(sp=12) | NaiveForecaster()' --horizon 3",
  minLength: (params, train) => {
    const spec = chosen(params);
    return forecasterOf(spec).minLength(spec.params, train);
  },
  fit: async (train, params, work) => ({ inner: await fitPart(chosen(params), train, work) }),
  predict: ({ inner }, params, ask, work) => predictPart(chosen(params), inner, ask, work),
  update: async ({ inner }, train, params, added, work) => ({
    inner: await movePart(chosen(params), inner, train, added, work),
  }),
  describe: ({ inner }, params) => describePart(chosen(params), inner),
});
