import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { mean } from "../../numerics/mean.ts";
import { metric } from "../other-components.ts";
import { pinballLoss } from "../score/pinball.ts";
import { scoreOf, scoreUnlessRefused, undefinedScore } from "../score/score.ts";

const level = z.number().check(z.gt(0), z.lt(1));

export default metric<{ alpha: number | number[] | null }>({
  name: "PinballLoss",
  aliases: ["pinball"],
  object_type: "metric",
  short: "pinball",
  summary: "Mean over rows and levels p of max(p(y - q), (p - 1)(y - q)) for the predicted p-quantile q.",
  source: "Koenker & Bassett 1978",
  parameters: z.strictObject({
    alpha: field(
      z._default(z.nullable(z.union([level, z.array(level).check(z.minLength(1))])), null),
      "Level or levels; None for both ends of the interval.",
    ),
  }),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics pinball",
  needs: "quantiles",
  better: "smaller",
  score: ({ actual, quantile, coverage }, { alpha }) => {
    if (quantile === null) return undefinedScore("the forecaster gives no quantiles", {});
    const levels = alpha === null ? [(1 - coverage) / 2, (1 + coverage) / 2] : [alpha].flat();
    return scoreUnlessRefused(() => scoreOf(mean(levels.map((p) => pinballLoss(actual, quantile(p), p)))));
  },
});
