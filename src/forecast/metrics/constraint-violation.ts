import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { mean } from "../../numerics/mean.ts";
import { metric } from "../other-components.ts";
import { intervalScore } from "../score/interval.ts";
import { scoreOf } from "../score/score.ts";

export default metric<{ coverage: number | null }>({
  name: "ConstraintViolation",
  aliases: ["violation"],
  object_type: "metric",
  short: "violation",
  summary: "Mean distance of the true value from the interval; 0 inside.",
  source: "sktime, ConstraintViolation",
  parameters: z.strictObject({
    coverage: field(
      z._default(z.nullable(z.number().check(z.gt(0), z.lt(1))), null),
      "Of the interval; None: as made.",
    ),
  }),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics violation",
  needs: "interval",
  better: "smaller",
  score: (scored, params) =>
    intervalScore(scored, params.coverage, ({ lower, upper }) =>
      scoreOf(mean(scored.actual.map((y, i) => Math.max(lower[i] - y, y - upper[i], 0)))),
    ),
});
