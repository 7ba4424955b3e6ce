import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { forecaster } from "../component.ts";
import { type CrostonOptions, fitCroston } from "../intermittent/croston.ts";
import { type Demand, fittedDemand, predictDemand, requireDemand } from "../intermittent/demand.ts";
import { describeDemand } from "../intermittent/describe-demand.ts";

export default forecaster<CrostonOptions, Demand>({
  name: "Croston",
  object_type: "forecaster",
  summary: "Intermittent demand: smoothed size of a demand over the smoothed interval between demands.",
  source: "Croston 1972; Syntetos & Boylan 2005",
  parameters: z.strictObject({
    smoothing: field(
      z._default(z.nullable(z.number().check(z.gt(0), z.lte(1))), 0.1),
      "Weight of the newest; None for the least squared error.",
    ),
    variant: field(z._default(z.enum(["croston", "sba"]), "croston"), "sba takes off Croston's bias, 1 - smoothing/2."),
  }),
  tags: { "capability:pred_int": true, "capability:update": true },
  refuses: ["UnsuitableData", "CoverageNotAttainable"],
  example: "forecast predict demo:PBS_dataset --spec 'Croston(smoothing=0.1)' --horizon 3",
  minLength: () => 1,
  fit({ label, y }, params) {
    requireDemand(label, y);
    return fitCroston(y, params);
  },
  predict: (state, _params, ask) => predictDemand(state, ask),
  update({ weights }, { label, y }, { variant }) {
    requireDemand(label, y);
    return fitCroston(y, { smoothing: weights.smoothing, variant });
  },
  fitted: fittedDemand,
  describe: (state, { variant }) => describeDemand(variant === "sba" ? "Croston (SBA)" : "Croston", state),
});
