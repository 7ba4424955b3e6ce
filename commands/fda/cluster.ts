import * as z from "zod/mini";
import { type ClusterFields, clusterShape } from "../../src/contract/cluster-shape.ts";
import { command } from "../../src/contract/command.ts";
import { madeCurvesField } from "../../src/contract/fda-run-shapes.ts";
import { curvesFields, curvesLine, maxCurvesField, maxPointsField } from "../../src/contract/fda-shapes.ts";
import { capOf, field } from "../../src/contract/field.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { more, parts, section, showNumber } from "../../src/contract/text.ts";
import { oneStart } from "../../src/fda/cluster-curves.ts";
import { clusterFields } from "../../src/fda/cluster-fields.ts";
import { clusterLines, memberLines } from "../../src/fda/cluster-text.ts";
import { curveMatrix } from "../../src/fda/curve-matrix.ts";
import { QUADRATURE_RULES } from "../../src/fda/quadrature.ts";
import { curvesOf } from "../../src/fda/run.ts";
import { curveLine } from "../../src/plot/sparkline.ts";

export default command({
  summary: "Cluster curves by k-means, with each curve's fit and the number of clusters chosen.",
  args: ["curves"],
  input: z.strictObject({
    curves: madeCurvesField(),
    k: field(
      z._default(z.union([z.int().check(z.positive()), z.literal("auto")]), "auto"),
      "Clusters; auto: by mean silhouette, of 2 to k_max.",
    ),
    k_max: field(z.optional(z.int().check(z.gte(2), z.lte(50))), "Most clusters that auto tries. Default: 8."),
    starts: field(z._default(z.int().check(z.positive(), z.lte(1000)), 20), "k-means++ starts; the best is kept."),
    seed: field(z._default(z.int().check(z.nonnegative()), 0), "Seed of PCG64."),
    weights: field(z._default(z.enum(QUADRATURE_RULES), "trapezoid"), "Rule for integrals."),
    max_curves: maxCurvesField(),
    max_points: maxPointsField(),
  }),
  evidence: clusterShape,
  examples: ["fda cluster demo:bumps", "fda cluster demo:bumps --k 2 --json"],
  notes: [
    "The distance is the square root of the integral of the squared difference: curves that differ in time only are apart,",
    "and `fda align` comes first where that is not meant. Clusters are numbered by their first curve. They do not depend on",
    "the order of the curves. A silhouette runs from -1 (nearer to another cluster) to 1, and is 0 for a cluster of one.",
  ],
  tasks: { start: oneStart },
  async run(input, ctx) {
    if (input.k !== "auto" && input.k_max !== undefined) throw new BadCall("k_max: k is stated, so no other is tried");
    const data = await curvesOf(ctx, input.curves);
    const needed = input.k === "auto" ? 3 : 2;
    const curves = curveMatrix(data, { curves: needed, points: 2, what: "clusters" });
    const { k_max = 8 } = input;
    const request = { ...input, k_max, max_curves: capOf(input.max_curves), max_points: capOf(input.max_points) };
    const step = async (done: number, total: number) => {
      ctx.progress(done, total, "distances, then starts");
      await ctx.tick();
    };
    const found = await clusterFields(curves, request, step, ctx);
    return evidence<ClusterFields>({ ...curvesFields(data.handle, curves), ...found });
  },
  text: (f) => [
    curvesLine(f),
    ...clusterLines(f),
    ...section("Clusters", [
      ...f.clusters.map((c) =>
        parts(
          `${String(c.cluster).padStart(2)}  n ${String(c.n).padEnd(3)} silhouette ${showNumber(c.silhouette).padEnd(7)}`,
          picture(f, c.center),
          c.nearest && `${showNumber(c.nearest.distance)} from ${c.nearest.cluster}`,
        ),
      ),
      ...more(f.clusters_dropped, "cluster"),
    ]),
    ...memberLines(f),
  ],
});

function picture(f: ClusterFields, center: number[]): string {
  return curveLine(
    Float64Array.from(f.at),
    Float64Array.from(center),
    f.grid_min,
    f.grid_max,
    Math.min(21, f.at.length),
  );
}
