import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { mean } from "../../numerics/mean.ts";
import { metric } from "../other-components.ts";
import { squaredErrors } from "../score/errors.ts";
import { scoreOf } from "../score/score.ts";

export default metric<{ square_root: boolean }>({
  name: "MeanSquaredError",
  aliases: ["mse"],
  object_type: "metric",
  short: "mse",
  summary: "Mean of (y - f)^2, in squared units of the series; its root with square_root.",
  source: "Hyndman & Koehler 2006",
  parameters: z.strictObject({ square_root: field(z._default(z.boolean(), false), "Take the root.") }),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics mse",
  needs: "point",
  better: "smaller",
  score: (scored, { square_root }) => {
    const value = mean(squaredErrors(scored));
    return scoreOf(square_root ? Math.sqrt(value) : value);
  },
});
