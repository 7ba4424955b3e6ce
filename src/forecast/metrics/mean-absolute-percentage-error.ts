import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { metric } from "../other-components.ts";
import { type Relative, relativeError } from "../score/relative.ts";

export default metric<Relative>({
  name: "MeanAbsolutePercentageError",
  aliases: ["mape"],
  object_type: "metric",
  short: "mape",
  summary: "Mean of |y - f| / |y| as a fraction, not in percent; undefined where a true value is 0.",
  source: "Hyndman & Koehler 2006",
  parameters: z.strictObject({
    symmetric: field(z._default(z.boolean(), false), "2|y - f| / (|y| + |f|), in 0 to 2."),
    relative_to: field(z._default(z.enum(["y_true", "y_pred"]), "y_true"), "What is divided by."),
    eps: field(z._default(z.nullable(z.number().check(z.gt(0))), null), "Least denominator; None for none."),
  }),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics mape",
  needs: "point",
  better: "smaller",
  score: relativeError,
});
