import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { mean } from "../../numerics/mean.ts";
import { metric } from "../other-components.ts";
import { intervalScore } from "../score/interval.ts";
import { scoreOf } from "../score/score.ts";

export default metric<{ coverage: number | null }>({
  name: "IntervalWidth",
  aliases: ["width"],
  object_type: "metric",
  short: "width",
  summary: "Mean width of the interval, in units of the series.",
  source: "Gneiting & Raftery 2007",
  parameters: z.strictObject({
    coverage: field(
      z._default(z.nullable(z.number().check(z.gt(0), z.lt(1))), null),
      "Of the interval; None: as made.",
    ),
  }),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics width",
  needs: "interval",
  better: "smaller",
  score: (scored, params) =>
    intervalScore(scored, params.coverage, ({ lower, upper }) => scoreOf(mean(upper.map((u, i) => u - lower[i])))),
});
