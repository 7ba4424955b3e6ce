import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { mean } from "../../numerics/mean.ts";
import { metric } from "../other-components.ts";
import { intervalScore } from "../score/interval.ts";
import { scoreOf } from "../score/score.ts";

export default metric<{ coverage: number | null }>({
  name: "IntervalScore",
  aliases: ["WinklerScore", "winkler"],
  object_type: "metric",
  short: "winkler",
  summary: "Width of the interval plus 2/(1 - coverage) times the distance outside it, mean over rows.",
  source: "Winkler 1972; Gneiting & Raftery 2007",
  parameters: z.strictObject({
    coverage: field(
      z._default(z.nullable(z.number().check(z.gt(0), z.lt(1))), null),
      "Of the interval; None: as made.",
    ),
  }),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics winkler",
  needs: "interval",
  better: "smaller",
  score: (scored, params) =>
    intervalScore(scored, params.coverage, ({ lower, upper, coverage }) =>
      scoreOf(
        mean(
          scored.actual.map(
            (y, i) => upper[i] - lower[i] + (2 / (1 - coverage)) * Math.max(lower[i] - y, y - upper[i], 0),
          ),
        ),
      ),
    ),
});
