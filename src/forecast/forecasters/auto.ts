import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { type AutoPlan, autoPlan, planSpec } from "../auto.ts";
import { forecaster } from "../component.ts";
import { describePart, fitPart, predictPart } from "../compose/parts.ts";
import { spField } from "../spec/parameter.ts";
import { printSpec } from "../spec/print-spec.ts";

interface State {
  plan: AutoPlan;
  inner: unknown;
}

export default forecaster<{ sp: number | null }, State>({
  name: "Auto",
  object_type: "forecaster",
  summary:
    "The automatic default: the mean of AutoETS and Theta; simpler methods for short, constant and intermittent series.",
  source: "Makridakis & Hibon 2000 (averages of methods beat their parts on the M3 series)",
  parameters: z.strictObject({ sp: field(z._default(spField, null), "Season in rows; 1 for none, None to find it.") }),
  tags: { "capability:pred_int": true },
  refuses: ["CoverageNotAttainable"],
  example: "forecast predict demo:airline --horizon 3",
  minLength: () => 1,
  async fit(train, { sp }, work) {
    const plan = autoPlan(train, sp);
    return { plan, inner: await fitPart(planSpec(plan), train, work) };
  },
  predict: ({ plan, inner }, _params, ask, work) => predictPart(planSpec(plan), inner, ask, work),
  describe({ plan, inner }) {
    const spec = planSpec(plan);
    const found = describePart(spec, inner);
    const chosen = printSpec(spec);
    const simpler = plan.kind === "naive" || plan.kind === "intermittent";
    return {
      ...found,
      // Counts below 0 do not exist, and naive intervals of constants have no width: neither is widened.
      measured_as: plan.kind === "ensemble" ? "Auto" : "",
      params: { chosen, because: plan.why, ...found.params },
      warnings: [...(simpler ? [`${chosen} was taken: ${plan.why}`] : []), ...found.warnings],
    };
  },
});
