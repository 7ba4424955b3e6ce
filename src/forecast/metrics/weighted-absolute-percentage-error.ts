import * as z from "zod/mini";
import { mean } from "../../numerics/mean.ts";
import { metric } from "../other-components.ts";
import { absoluteErrors } from "../score/errors.ts";
import { scoreOf, undefinedScore } from "../score/score.ts";

export default metric<Record<string, never>>({
  name: "WeightedAbsolutePercentageError",
  aliases: ["wape"],
  object_type: "metric",
  short: "wape",
  summary: "Sum of |y - f| over sum of |y|, a fraction; single zeros do no harm.",
  source: "Kolassa & Schuetz 2007 (MAD/mean ratio)",
  parameters: z.strictObject({}),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics wape",
  needs: "point",
  better: "smaller",
  score: (scored) => {
    const size = mean(scored.actual.map(Math.abs));
    const n = scored.actual.length;
    if (size === 0) return undefinedScore(`all of ${n} true values are 0`, { zeros: n, n });
    return scoreOf(mean(absoluteErrors(scored)) / size);
  },
});
