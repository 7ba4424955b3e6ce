import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { type BinarySegmentationOptions, binarySegmentation } from "../detect/binary-segmentation.ts";
import { detector } from "../other-components.ts";

export default detector<BinarySegmentationOptions>({
  name: "BinarySegmentation",
  object_type: "detector",
  summary: "Changes of level: the largest CUSUM statistic above a threshold parts a segment, and so on in both parts.",
  source: "Fryzlewicz 2014, section 2",
  parameters: z.strictObject({
    threshold: field(z.number().check(z.gte(0)), "What a statistic must exceed, in units of the values."),
    min_cp_distance: field(z._default(z.int().check(z.gte(0)), 0), "Rows kept free at both ends of a segment."),
    max_iter: field(z._default(z.int().check(z.gte(1)), 10_000), "Segments looked at, at most."),
  }),
  tags: {},
  refuses: [],
  example: "forecast call-method 'BinarySegmentation(threshold=500)' predict --kwargs y=demo:nile",
  finds: "changes",
  detect({ y }, params) {
    const { found, complete } = binarySegmentation(y, params);
    // The reference names a change by the row before it.
    const facts = { complete, last_rows_before: found.map(({ position }) => position - 1) };
    return { found, scores: null, facts };
  },
});
