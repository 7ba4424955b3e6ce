import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { mean } from "../../numerics/mean.ts";
import { metric } from "../other-components.ts";
import { squaredErrors } from "../score/errors.ts";
import { scoreOf, undefinedScore } from "../score/score.ts";

export default metric<{ square_root: boolean }>({
  name: "MeanSquaredLogError",
  aliases: ["msle"],
  object_type: "metric",
  short: "msle",
  summary: "Mean of (ln(1 + y) - ln(1 + f))^2; undefined below 0.",
  source: "scikit-learn, mean_squared_log_error",
  parameters: z.strictObject({ square_root: field(z._default(z.boolean(), false), "Take the root.") }),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics msle",
  needs: "point",
  better: "smaller",
  score: ({ actual, predicted }, { square_root }) => {
    const negative = [...actual, ...predicted].filter((value) => value < 0).length;
    if (negative > 0)
      return undefinedScore(`${negative} true or predicted values are below 0`, { negative, n: actual.length });
    const value = mean(squaredErrors({ actual: actual.map(Math.log1p), predicted: predicted.map(Math.log1p) }));
    return scoreOf(square_root ? Math.sqrt(value) : value);
  },
});
