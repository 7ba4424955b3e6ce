import * as z from "zod/mini";
import { metric } from "../other-components.ts";
import { leastScale, scaledError, scaleSeason } from "../score/scaled.ts";

export default metric<{ sp: number | null; eps: number | null }>({
  name: "RootMeanSquaredScaledError",
  aliases: ["rmsse"],
  object_type: "metric",
  short: "rmsse",
  summary: "Root of mean (y - f)^2 over the mean (y_t - y_{t-sp})^2 of the training rows (M5).",
  source: "Hyndman & Koehler 2006",
  parameters: z.strictObject({
    sp: scaleSeason(),
    eps: leastScale(),
  }),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics rmsse",
  needs: "point",
  better: "smaller",
  score: (scored, params) => scaledError(scored, { ...params, squared: true, square_root: true }),
});
