import * as z from "zod/mini";
import { metric } from "../other-components.ts";
import { relativeError } from "../score/relative.ts";

export default metric<Record<string, never>>({
  name: "SymmetricMeanAbsolutePercentageError",
  aliases: ["smape"],
  object_type: "metric",
  short: "smape",
  summary: "Mean of 2|y - f| / (|y| + |f|), a fraction in 0 to 2; undefined where both are 0.",
  source: "Makridakis 1993",
  parameters: z.strictObject({}),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics smape",
  needs: "point",
  better: "smaller",
  score: (scored) => relativeError(scored, { symmetric: true, relative_to: "y_true", eps: null }),
});
