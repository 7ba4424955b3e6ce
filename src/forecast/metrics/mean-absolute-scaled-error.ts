import * as z from "zod/mini";
import { metric } from "../other-components.ts";
import { leastScale, scaledError, scaleSeason } from "../score/scaled.ts";

export default metric<{ sp: number | null; eps: number | null }>({
  name: "MeanAbsoluteScaledError",
  aliases: ["mase"],
  object_type: "metric",
  short: "mase",
  summary: "Mean |y - f| over the mean |y_t - y_{t-sp}| of the training rows; below 1 beats the seasonal naive.",
  source: "Hyndman & Koehler 2006",
  parameters: z.strictObject({
    sp: scaleSeason(),
    eps: leastScale(),
  }),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics mase",
  needs: "point",
  better: "smaller",
  score: (scored, params) => scaledError(scored, { ...params, squared: false, square_root: false }),
});
