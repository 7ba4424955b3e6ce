import * as z from "zod/mini";
import { mean } from "../../numerics/mean.ts";
import { metric } from "../other-components.ts";
import { squaredErrors } from "../score/errors.ts";
import { scoreOf } from "../score/score.ts";

export default metric<Record<string, never>>({
  name: "RootMeanSquaredError",
  aliases: ["rmse"],
  object_type: "metric",
  short: "rmse",
  summary: "Root of the mean of (y - f)^2, in units of the series.",
  source: "Hyndman & Koehler 2006",
  parameters: z.strictObject({}),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics rmse",
  needs: "point",
  better: "smaller",
  score: (scored) => scoreOf(Math.sqrt(mean(squaredErrors(scored)))),
});
