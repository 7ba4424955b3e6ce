import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { hampelScores } from "../detect/hampel.ts";
import { scoredOutliers } from "../detect/scored-outliers.ts";
import { detector } from "../other-components.ts";

export default detector<{ window_length: number; n_sigma: number; k: number }>({
  name: "HampelDetector",
  object_type: "detector",
  summary: "Outliers: values more than n_sigma robust deviations from the median of the rows around them.",
  source: "Hampel 1974; Pearson 2002",
  parameters: z.strictObject({
    window_length: field(z._default(z.int().check(z.gte(2)), 10), "Rows; half of them on each side of a row."),
    n_sigma: field(z._default(z.number().check(z.gt(0)), 3), "Deviations that are too many."),
    k: field(z._default(z.number().check(z.gt(0)), 1.4826), "Makes the MAD a standard deviation."),
  }),
  tags: { "capability:missing_values": true },
  refuses: [],
  example: "forecast call-method 'HampelDetector()' predict --kwargs y=demo:nile",
  finds: "outliers",
  detect({ y }, { window_length, n_sigma, k }) {
    const scores = hampelScores(y, window_length, k);
    return { found: scoredOutliers(scores, n_sigma), scores: scores.map(Math.abs), facts: { n_sigma } };
  },
});
