import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { orReason } from "../../contract/outcome.ts";
import { median } from "../../numerics/median.ts";
import { type StrayOptions, strayBound, strayScores } from "../detect/stray.ts";
import { detector } from "../other-components.ts";
import { seriesTooShort } from "../refusals.ts";

export default detector<StrayOptions & { knn_algorithm: string }>({
  name: "STRAY",
  object_type: "detector",
  summary: "Outliers: values whose nearest neighbours are far, beyond a gap that typical values do not have.",
  source: "Talagala, Hyndman & Smith-Miles 2021",
  parameters: z.strictObject({
    alpha: field(z._default(z.number().check(z.gt(0), z.lt(1)), 0.01), "Chance of a typical value called an outlier."),
    k: field(z._default(z.int().check(z.gte(1)), 10), "Neighbours."),
    knn_algorithm: field(z._default(z.string(), "brute"), "Without effect: the neighbours are exact."),
    p: field(z._default(z.number().check(z.gt(0), z.lte(1)), 0.5), "Share of the values that may be outliers."),
    size_threshold: field(z._default(z.int().check(z.gte(2)), 50), "Gaps that the next one is judged by, at most."),
    outlier_tail: field(z._default(z.enum(["max", "min"]), "max"), "Large scores, or small ones (inliers)."),
  }),
  tags: { "capability:missing_values": true },
  refuses: ["SeriesTooShort"],
  example: "forecast call-method 'STRAY()' predict --kwargs y=demo:lynx",
  finds: "outliers",
  detect({ label, y }, params) {
    const known = y.filter((value) => !Number.isNaN(value));
    if (known.length < 3) throw seriesTooShort(label, known.length, 3, "neighbours and their gaps");
    const scores = strayScores(y, params.k);
    const sign = params.outlier_tail === "max" ? 1 : -1;
    const judged = scores.map((score) => sign * score);
    const bound = strayBound(judged, params);
    const center = median(known);
    const found = [...y.keys()]
      .filter((row) => judged[row] > bound)
      .map((position) => ({
        position,
        score: scores[position],
        direction: y[position] > center ? ("up" as const) : ("down" as const),
      }));
    return {
      found,
      scores,
      facts: orReason("bound", Number.isFinite(bound) ? sign * bound : null, "no gap is wide enough"),
    };
  },
});
