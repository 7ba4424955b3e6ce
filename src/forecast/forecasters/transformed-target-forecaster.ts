import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { type Component, forecaster } from "../component.ts";
import {
  describeTarget,
  fitTarget,
  minLengthOfTarget,
  predictTarget,
  type TargetParams,
  type TargetState,
  tagsOfTarget,
  updateTarget,
} from "../compose/target.ts";
import { stepsOf } from "../spec/parameter.ts";

const component: Component = forecaster<TargetParams, TargetState>({
  name: "TransformedTargetForecaster",
  object_type: "forecaster",
  summary:
    "Transformers on the series around a forecaster: T * F; the forecast is taken back. F * T transforms the forecast.",
  source: "Its steps; Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 3rd ed., section 5.6",
  parameters: z.strictObject({
    steps: field(
      stepsOf(1, "transformer", "forecaster"),
      "Transformers and one forecaster, each alone or as ('name', F).",
    ),
  }),
  tags: {
    "capability:pred_int": true,
    "capability:exogenous": true,
    "capability:missing_values": true,
    "capability:update": true,
  },
  tagsOf: tagsOfTarget,
  refuses: ["SeriesTooShort", "MissingValues", "NonPositiveValues", "CoverageNotAttainable"],
  example: "forecast predict demo:airline --spec 'LogTransformer() * Detrender() * NaiveForecaster(sp=12)' --horizon 3",
  minLength: minLengthOfTarget,
  fit: fitTarget,
  predict: (state, params, ask, work) => predictTarget(component, state, params, ask, work),
  update: updateTarget,
  describe: describeTarget,
});

export default component;
