import * as z from "zod/mini";
import { mean } from "../../numerics/mean.ts";
import { metric } from "../other-components.ts";
import { absoluteErrors } from "../score/errors.ts";
import { scoreOf } from "../score/score.ts";

export default metric<Record<string, never>>({
  name: "MeanAbsoluteError",
  aliases: ["mae"],
  object_type: "metric",
  short: "mae",
  summary: "Mean of |y - f|, in units of the series.",
  source: "Hyndman & Koehler 2006",
  parameters: z.strictObject({}),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics mae",
  needs: "point",
  better: "smaller",
  score: (scored) => scoreOf(mean(absoluteErrors(scored))),
});
