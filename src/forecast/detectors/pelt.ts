import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { orReason } from "../../contract/outcome.ts";
import { mean } from "../../numerics/mean.ts";
import { peltChanges } from "../detect/pelt-changes.ts";
import { detector } from "../other-components.ts";
import { seriesTooShort } from "../refusals.ts";

interface PeltParams {
  cost: "l2" | null;
  penalty: number | null;
  min_segment_length: number;
  step_size: 1;
  split_cost: number;
  prune: boolean;
  pruning_margin: number;
  scale: boolean;
}

export default detector<PeltParams>({
  name: "PELT",
  object_type: "detector",
  summary: "Changes of level: the exactly cheapest segmentation under squared error with a price a change.",
  source: "Killick, Fearnhead & Eckley 2012; Maidstone et al. 2017 for the pruning",
  parameters: z.strictObject({
    cost: field(z._default(z.nullable(z.literal("l2")), null), "Squared error alone is offered."),
    penalty: field(
      z._default(z.nullable(z.number().check(z.gt(0))), null),
      "Price of a change; None for 2 ln n (BIC).",
    ),
    min_segment_length: field(z._default(z.int().check(z.gte(1)), 1), "Fewest rows in a segment."),
    step_size: field(z._default(z.literal(1), 1), "Every row may be a change."),
    split_cost: field(z._default(z.number(), 0), "Without effect: the search is exact."),
    prune: field(z._default(z.boolean(), true), "Without effect: the search is exact."),
    pruning_margin: field(z._default(z.number(), 0), "Without effect: the search is exact."),
    scale: field(z._default(z.boolean(), true), "Divide by a robust scale of the noise first."),
  }),
  tags: {},
  refuses: ["SeriesTooShort"],
  example: "forecast call-method 'PELT()' predict --kwargs y=demo:nile",
  finds: "changes",
  async detect({ label, y }, params, work) {
    const least = Math.max(2, 2 * params.min_segment_length);
    if (y.length < least) throw seriesTooShort(label, y.length, least, "two segments");
    const { found, penalty, scale, cost } = await peltChanges(y, params, work);
    const bounds = [0, ...found.map(({ position }) => position), y.length];
    const means = bounds.slice(1).map((end, k) => mean(y.subarray(bounds[k], end)));
    const sigma = orReason("sigma", scale?.sigma ?? null, "the values were taken as they are");
    return { found, scores: null, facts: { penalty, ...sigma, sigma_method: scale?.method ?? "none", cost, means } };
  },
});
