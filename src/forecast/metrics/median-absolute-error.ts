import * as z from "zod/mini";
import { median } from "../../numerics/median.ts";
import { metric } from "../other-components.ts";
import { absoluteErrors } from "../score/errors.ts";
import { scoreOf } from "../score/score.ts";

export default metric<Record<string, never>>({
  name: "MedianAbsoluteError",
  aliases: ["medae"],
  object_type: "metric",
  short: "medae",
  summary: "Median of |y - f|, in units of the series.",
  source: "Hyndman & Koehler 2006",
  parameters: z.strictObject({}),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics medae",
  needs: "point",
  better: "smaller",
  score: (scored) => scoreOf(median(absoluteErrors(scored))),
});
