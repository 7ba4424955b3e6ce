import * as z from "zod/mini";
import { type AlignFields, alignShape } from "../../src/contract/align-shape.ts";
import { command } from "../../src/contract/command.ts";
import type { Ctx } from "../../src/contract/context.ts";
import { madeCurvesField } from "../../src/contract/fda-run-shapes.ts";
import { maxCurvesField, maxPointsField } from "../../src/contract/fda-shapes.ts";
import { capOf, field } from "../../src/contract/field.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import {
  curvesOfMean,
  curvesOfMedoid,
  elasticBand,
  MOST_ROUNDS,
  pairsOfMean,
  TOLERANCE,
} from "../../src/fda/align-defaults.ts";
import { alignDtw, dtwMedoid } from "../../src/fda/align-dtw.ts";
import { alignOne, alignOnThreads } from "../../src/fda/align-each.ts";
import { alignElastic } from "../../src/fda/align-elastic.ts";
import { alignText } from "../../src/fda/align-text.ts";
import { bandSteps } from "../../src/fda/band.ts";
import { curveMatrix, requireAtLeast } from "../../src/fda/curve-matrix.ts";
import { evenly } from "../../src/fda/evenly.ts";
import { curvesOf } from "../../src/fda/run.ts";
import { curveNamed } from "../../src/fda/template.ts";
import { warpedLines } from "../../src/plot/warped-lines.ts";
import type { CurveData } from "../../src/series/dataset/dataset.ts";

const inputShape = z.strictObject({
  curves: madeCurvesField(),
  distance: field(
    z._default(z.enum(["auto", "elastic", "dtw"]), "auto"),
    "auto: elastic for curves on one grid, else dtw.",
  ),
  template: field(z.optional(z.string()), "Curve to align to. Default: Karcher mean (elastic), medoid (dtw)."),
  band: field(
    z.optional(z.number().check(z.nonnegative())),
    "Furthest match: steps, or below 1 a share of the points.",
  ),
  lambda: field(z.optional(z.number().check(z.nonnegative())), "elastic: price of warping, without units. Default: 0."),
  max_iter: field(z.optional(z.int().check(z.gte(2))), "Karcher mean: most rounds. Default: 30."),
  tolerance: field(
    z.optional(z.number().check(z.nonnegative())),
    "Karcher mean: stop at a smaller fall of the cost, as a share. Default: 0.001.",
  ),
  template_of: field(
    z.optional(z.union([z.int().check(z.gte(2)), z.literal("all")])),
    "Mean or medoid of so many curves, evenly spread. Default: all while few.",
  ),
  arrays: field(z._default(z.boolean(), false), "elastic: give each listed curve's warp, inverse and aligned values."),
  max_curves: maxCurvesField(),
  max_points: maxPointsField(),
});

type Input = z.output<typeof inputShape>;

export default command({
  summary: "Align curves by elastic (SRVF, Karcher mean) or dynamic time warping, with distances.",
  args: ["curves"],
  input: inputShape,
  evidence: alignShape,
  examples: [
    "fda align demo:bumps",
    "fda align demo:bumps --lambda 0.1 --arrays --max-points 5 --json",
    "fda align demo:bumps --distance dtw --template f0 --band 3",
  ],
  notes: [
    "elastic: aligned(t) = curve(warp(t)). Amplitude is what is left after warping (in the square root of the curves' unit),",
    "phase the angle between the warp and the identity, 0 to pi/2. Points are joined by straight lines, so results do not",
    "depend on equal steps. Above 101 points a band of a tenth of the points is used unless one is stated.",
    "Pairs are aligned on every processor, and the numbers do not depend on how many there are. Of many long curves the mean",
    "is of some, evenly spread, to which all are aligned at the end: template_of says how many.",
    "steep_share is the share of the grid where a warp runs at the steepest slope, 7 or 1/7: above 0.05 it is a kink.",
    "dtw: sum of |difference| over the cheapest path; time is not looked at, only the order of points.",
  ],
  tasks: { align_one: alignOne },
  async run(input, ctx) {
    const elastic = elasticOnly(input);
    const data = await curvesOf(ctx, input.curves);
    requireAtLeast("TooFewCurves", data.label, "curve", data.curves.length, 2, "an alignment");
    const template = input.template === undefined ? null : curveNamed(data, input.template);
    const sizes = data.curves.map(({ t }) => t.length);
    const basis = data.shared_grid ? "one_grid" : "grids_differ";
    const natural = data.shared_grid || elastic.length > 0 ? "elastic" : "dtw";
    const distance = input.distance === "auto" ? natural : input.distance;
    const about = {
      handle: data.handle,
      n_curves: sizes.length,
      n_points_min: sizes.reduce((a, b) => Math.min(a, b)),
      n_points_max: sizes.reduce((a, b) => Math.max(a, b)),
      distance,
      distance_basis: input.distance === "auto" ? basis : "stated",
    } as const;
    const found =
      distance === "dtw" ? await byDtw(data, template, input, ctx) : await byElastic(data, template, input, ctx);
    return evidence<AlignFields>({ ...about, ...found });
  },
  text: alignText,
});

/** The options given that only elastic alignment has. BadCall for one that cannot have an effect. */
function elasticOnly({ distance, template, template_of, lambda, max_iter, tolerance, arrays }: Input): string[] {
  const given = Object.entries({ lambda, max_iter, tolerance, arrays: arrays || undefined });
  const names = given.filter(([, value]) => value !== undefined).map(([name]) => name);
  const [unused] = names;
  if (distance === "dtw" && unused) throw new BadCall(`${unused}: dtw does not use it; leave it out`);
  const round = names.find((name) => name === "max_iter" || name === "tolerance");
  if (template !== undefined && template_of !== undefined)
    throw new BadCall("template_of: the template is stated, so none is looked for; leave it out");
  if (template !== undefined && round) throw new BadCall(`${round}: with a template nothing is iterated; leave it out`);
  return names;
}

/** What depends on the distance. */
type Found = Pick<
  AlignFields,
  "template" | "template_basis" | "band" | "band_basis" | "dtw" | "elastic" | "warnings" | "sparkline"
>;

async function byDtw(data: CurveData, stated: number | null, input: Input, ctx: Ctx): Promise<Found> {
  const most = data.curves.reduce((longest, { t }) => Math.max(longest, t.length), 0);
  const band = bandSteps(input.band, most);
  const n = data.curves.length;
  const template_of = stated === null ? (statedOf(input, n) ?? curvesOfMedoid(n, most, band)) : null;
  const total = n - 1 + (template_of === null ? 0 : (template_of * (template_of - 1)) / 2);
  let done = 0;
  const tell = async () => {
    ctx.progress(++done, total, "pairs aligned");
    await ctx.tick();
  };
  const template = stated ?? (await dtwMedoid(data, { band, among: evenly(n, template_of ?? n) }, tell));
  const found = await alignDtw(data, { template, band, maxPoints: capOf(input.max_points) }, tell);
  const target = data.curves[template];
  const distances = found.map(({ distance }) => distance);
  const kept = found.slice(0, capOf(input.max_curves));
  return {
    template: target.name,
    template_basis: stated === null ? "medoid" : "stated",
    band,
    band_basis: band === null ? "none" : "stated",
    dtw: {
      cost: "|difference|",
      steps: "(1,1), (1,0), (0,1), each counted once",
      n_template: target.t.length,
      template_of,
      distance_mean: distances.reduce((sum, d) => sum + d, 0) / distances.length,
      distance_max: distances.reduce((a, b) => Math.max(a, b)),
      curves: kept.map(({ aligned, ...facts }) => facts),
      curves_dropped: found.length - kept.length,
    },
    elastic: null,
    warnings:
      template_of !== null && template_of < n
        ? [`the medoid is of ${template_of} of ${n} curves: template-of all takes longer`]
        : [],
    sparkline: warpedLines(
      target.t,
      target,
      found.map(({ curve, aligned }) => ({ name: curve, v: aligned })),
    ),
  };
}

async function byElastic(data: CurveData, template: number | null, input: Input, ctx: Ctx): Promise<Found> {
  const curves = curveMatrix(data, { curves: 2, points: 3, what: "an elastic alignment" });
  const m = curves.t.length;
  const n = curves.rows.length;
  const { band, standard } = elasticBand(input.band, m);
  const { lambda = 0, max_iter = MOST_ROUNDS, tolerance = TOLERANCE } = input;
  const template_of = statedOf(input, n) ?? curvesOfMean(n, m, band);
  let done = 0;
  const total = template === null ? pairsOfMean(n, template_of, max_iter) : n;
  const { fields, aligned, target, warnings } = await alignElastic(
    curves,
    {
      template,
      lambda,
      band,
      max_iter,
      tolerance,
      template_of,
      arrays: input.arrays,
      maxCurves: capOf(input.max_curves),
      maxPoints: capOf(input.max_points),
    },
    alignOnThreads(ctx, async () => {
      ctx.progress(++done, total, "curves aligned");
      await ctx.tick();
    }),
  );
  const name = template === null ? "Karcher mean" : curves.names[template];
  return {
    template: name,
    template_basis: template === null ? "karcher_mean" : "stated",
    band,
    band_basis: standard ? "tenth_of_points" : band === null ? "none" : "stated",
    dtw: null,
    elastic: fields,
    warnings,
    sparkline: warpedLines(
      curves.t,
      { name, v: target },
      aligned.map((v, i) => ({ name: curves.names[i], v })),
    ),
  };
}

/** How many of n curves the template is said to be of. */
function statedOf({ template_of }: Input, n: number): number | undefined {
  return template_of === undefined ? undefined : Math.min(n, capOf(template_of));
}
