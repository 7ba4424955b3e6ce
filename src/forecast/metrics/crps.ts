import * as z from "zod/mini";
import { mean } from "../../numerics/mean.ts";
import { metric } from "../other-components.ts";
import { pinballLoss } from "../score/pinball.ts";
import { scoreOf, scoreUnlessRefused, undefinedScore } from "../score/score.ts";

/** Midpoints of as many equal slices of probability. */
const LEVELS = 99;

export default metric<Record<string, never>>({
  name: "CRPS",
  aliases: ["ContinuousRankedProbabilityScore"],
  object_type: "metric",
  short: "crps",
  summary: "Continuous ranked probability score, as twice the mean pinball loss at 99 evenly spaced quantiles.",
  source: "Gneiting & Raftery 2007",
  parameters: z.strictObject({}),
  tags: {},
  refuses: ["MetricUndefined"],
  example: "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --metrics crps",
  needs: "quantiles",
  better: "smaller",
  score: ({ actual, quantile }) => {
    if (quantile === null) return undefinedScore("the forecaster gives no quantiles", {});
    const levels = Array.from({ length: LEVELS }, (_, k) => (k + 0.5) / LEVELS);
    return scoreUnlessRefused(() => scoreOf(2 * mean(levels.map((p) => pinballLoss(actual, quantile(p), p)))));
  },
});
