import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { forecaster } from "../component.ts";
import { type Demand, fittedDemand, predictDemand, requireDemand } from "../intermittent/demand.ts";
import { describeDemand } from "../intermittent/describe-demand.ts";
import { fitTsb } from "../intermittent/tsb.ts";

const weight = z.number().check(z.gt(0), z.lte(1));

export default forecaster<{ alpha: number; beta: number }, Demand>({
  name: "TSB",
  object_type: "forecaster",
  summary: "Intermittent demand that may die out: smoothed size of a demand times its smoothed probability.",
  source: "Teunter, Syntetos & Babai 2011",
  parameters: z.strictObject({
    alpha: field(z._default(weight, 0.1), "Weight of the newest demand's size."),
    beta: field(z._default(weight, 0.1), "Weight of the newest row in the probability."),
  }),
  tags: { "capability:pred_int": true, "capability:update": true },
  refuses: ["UnsuitableData", "CoverageNotAttainable"],
  example: "forecast predict demo:PBS_dataset --spec 'TSB(alpha=0.4, beta=0.05)' --horizon 3",
  minLength: () => 1,
  fit({ label, y }, { alpha, beta }) {
    requireDemand(label, y);
    return fitTsb(y, alpha, beta);
  },
  predict: (state, _params, ask) => predictDemand(state, ask),
  update(_state, { label, y }, { alpha, beta }) {
    requireDemand(label, y);
    return fitTsb(y, alpha, beta);
  },
  fitted: fittedDemand,
  describe: (state) => describeDemand("TSB", state),
});
