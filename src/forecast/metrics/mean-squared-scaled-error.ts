import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { metric } from "../other-components.ts";
import { leastScale, scaledError, scaleSeason } from "../score/scaled.ts";

export default metric<{ sp: number | null; square_root: boolean; eps: number | null }>({
  name: "MeanSquaredScaledError",
  aliases: ["msse"],
  object_type: "metric",
  short: "msse",
  summary: "Mean (y - f)^2 over the mean (y_t - y_{t-sp})^2 of the training rows; its root with square_root.",
  source: "Hyndman & Koehler 2006",
  parameters: z.strictObject({
    sp: scaleSeason(),
    square_root: field(z._default(z.boolean(), false), "Take the root."),
    eps: leastScale(),
  }),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics msse",
  needs: "point",
  better: "smaller",
  score: (scored, params) => scaledError(scored, { ...params, squared: true }),
});
