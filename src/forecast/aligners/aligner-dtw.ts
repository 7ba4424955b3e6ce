import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { refusal } from "../../contract/outcome.ts";
import { besideLine, dtwPath } from "../../numerics/dtw.ts";
import { aligner } from "../other-components.ts";
import { requireRows } from "../panel/distance.ts";

/** Cells of the largest table of steps: 100 MB. */
const MOST_CELLS = 1e8;

export default aligner<{ window: number | null }>({
  name: "AlignerDTW",
  aliases: ["AlignerDtwNumba"],
  object_type: "aligner",
  summary: "Dynamic time warping of two series: the path with the least sum of squared differences.",
  source: "Sakoe & Chiba 1978",
  parameters: z.strictObject({
    window: field(
      z._default(z.nullable(z.number().check(z.gte(0), z.lte(1))), null),
      "Band around the straight line, as a share of x's length; None for none.",
    ),
  }),
  tags: {},
  refuses: ["NonFiniteCurve", "NoAlignment", "TooManyPoints"],
  example: "forecast call-method 'AlignerDTW()' align --kwargs x=[1,2,3,4] --kwargs y=[2,3,4,5]",
  align(a, b, { window }) {
    requireRows({ names: ["x", "y"], rows: [a, b], labels: null }, false);
    if (a.length * b.length > MOST_CELLS) throw tooLong(a.length, b.length);
    const band = besideLine(a.length, b.length, window === null ? undefined : window * a.length);
    const found = dtwPath(a, b, { cost: "squared", band });
    if (found !== null) {
      const { distance, i, j } = found;
      return { distance, path: Array.from(i, (at, k): [number, number] => [at, j[k]]) };
    }
    const remedy = "widen the window, or leave it out";
    throw refusal(
      "NoAlignment",
      `no path inside a window of ${window} joins ${a.length} and ${b.length} values; ${remedy}`,
      {
        check: "path",
        observed: window,
        required: "a path",
        remedy,
      },
    );
  },
});

function tooLong(n: number, m: number) {
  const remedy = "thin the series out first";
  return refusal("TooManyPoints", `the costs of ${n} by ${m} pairs do not fit into memory; ${remedy}`, {
    check: "pairs",
    observed: n * m,
    required: MOST_CELLS,
    remedy,
  });
}
