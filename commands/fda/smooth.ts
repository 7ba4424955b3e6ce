import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { madeCurvesField } from "../../src/contract/fda-run-shapes.ts";
import {
  curvesFields,
  curvesLine,
  curvesShape,
  maxCurvesField,
  maxPointsField,
} from "../../src/contract/fda-shapes.ts";
import { capOf, field, fields, writingField } from "../../src/contract/field.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { orReasonShape } from "../../src/contract/shapes.ts";
import { labelled, more, partLines, section, showNumber } from "../../src/contract/text.ts";
import { CRITERIA } from "../../src/fda/choose-lambda.ts";
import { curveMatrix } from "../../src/fda/curve-matrix.ts";
import { curvesOf } from "../../src/fda/run.ts";
import { BASES, SMOOTH_CONCERNS, type SmoothRequest, smoothCurves, smoothFields } from "../../src/fda/smooth-fields.ts";
import { sparkline } from "../../src/plot/sparkline.ts";

const count = z.int();
const number = z.number();
const numbers = z.array(number);

const evidenceShape = z.strictObject({
  ...curvesShape,
  method: z.literal("P-spline: cubic B-splines, penalty on differences"),
  basis: z.enum(BASES),
  n_basis: count,
  penalty_order: count,
  lambda: number,
  lambda_chosen_by: z.enum([...CRITERIA, "caller"]),
  lambda_difference: number,
  edf: number,
  rss: number,
  ...orReasonShape("gcv", number),
  ...orReasonShape("aic", number),
  ...orReasonShape("bic", number),
  ...orReasonShape("residual_lag1", number),
  n_exact: count,
  concerns: z.array(z.enum(SMOOTH_CONCERNS)),
  at: numbers,
  se_factor: numbers,
  points_dropped: count,
  curves: z.array(
    z.strictObject({
      curve: z.string(),
      rss: number,
      ...orReasonShape("sigma", number),
      ...orReasonShape("aic", number),
      ...orReasonShape("bic", number),
      fitted: numbers,
    }),
  ),
  curves_dropped: count,
  out: z.optional(z.string()),
});

type Fields = z.output<typeof evidenceShape>;

/** The fewest functions of each layout. */
const FEWEST = { bspline: 4, fdars: 6 };

export default command({
  summary: "Smooth curves by penalised splines with one lambda for all, stated or chosen, and say how well it fits.",
  args: ["curves"],
  input: z.strictObject({
    curves: madeCurvesField(),
    n_basis: field(z._default(z.int().check(z.gte(4), z.lte(500)), 15), "B-spline functions."),
    lambda: field(
      z.optional(z.number().check(z.gte(0))),
      "Price of roughness, on a grid scaled to length 1. Default: chosen by the criterion.",
    ),
    criterion: field(z.optional(z.enum(CRITERIA)), "What lambda is chosen by. Default: gcv."),
    penalty_order: field(z._default(z.int().check(z.gte(1), z.lte(3)), 2), "Order of the differences penalised."),
    basis: field(z._default(z.enum(BASES), "bspline"), "Knots; fdars has two functions that are 0 on the grid."),
    max_curves: maxCurvesField(10),
    max_points: maxPointsField(),
    out: writingField(z.optional(z.string()), "File for the smooths, whole: .csv, .parquet or .json."),
    overwrite: fields.overwrite(),
  }),
  evidence: evidenceShape,
  examples: [
    "fda smooth demo:bumps",
    "fda smooth demo:bumps --n-basis 12 --lambda 1e-6 --json",
    "fda smooth demo:bumps --out smooth-bumps.csv",
  ],
  notes: [
    "Minimises the mean square of the residuals plus lambda times the integral of the squared derivative of the penalty's",
    "order, as P-splines approximate it: lambda does not depend on the number of points or the unit of the grid.",
    "lambda_difference is its equal beside the plain sum of squares and squared differences. EDF is the trace of the",
    "smoother, sigma² = RSS/(points - EDF) of a curve, sigma x se_factor the standard error of its fit (Wahba); GCV is of",
    "all curves together, AIC and BIC are sums over curves, each with its own RSS and points.",
  ],
  async run({ curves: ref, out, overwrite, ...asked }, ctx) {
    const request = requestOf(asked);
    const data = await curvesOf(ctx, ref);
    const points = asked.penalty_order + 2;
    const curves = curveMatrix(data, { curves: 1, points, what: `a penalty of order ${asked.penalty_order}` });
    const smoothed = smoothCurves(curves, request);
    const found = { ...curvesFields(data.handle, curves), ...smoothFields(curves, request, smoothed) };
    if (out === undefined) return evidence<Fields>(found);
    const smooths = data.curves.map((curve, i) => ({ ...curve, v: smoothed.fit.fitted[i] }));
    await ctx.saveData(out, { ...data, curves: smooths }, { overwrite });
    return evidence<Fields>({ ...found, out });
  },
  text: (f) => [
    curvesLine(f as Fields),
    labelled("method", `${f.method} of order ${f.penalty_order}`),
    labelled("lambda", `${Number(f.lambda.toPrecision(4))} by ${byWhat(f.lambda_chosen_by)}, ${f.n_basis} functions`),
    ...fitLines(f),
    ...section("Curves", curveLines(f)),
    ...section(
      "Read with care",
      f.concerns.map((concern) => CONCERNS[concern]),
    ),
    ...(f.out === undefined ? [] : ["", labelled("wrote", f.out)]),
  ],
});

/** The request of the arguments. BadCall when they do not go together. */
function requestOf({
  lambda,
  criterion,
  max_curves,
  max_points,
  ...asked
}: Pick<SmoothRequest, "basis" | "n_basis" | "penalty_order"> & {
  lambda?: number;
  criterion?: SmoothRequest["criterion"];
  max_curves: number | "all";
  max_points: number | "all";
}): SmoothRequest {
  if (lambda !== undefined && criterion !== undefined)
    throw new BadCall("criterion: lambda is stated, so nothing is chosen; give one of the two");
  if (asked.n_basis < FEWEST[asked.basis])
    throw new BadCall(`n_basis: the ${asked.basis} basis has at least ${FEWEST[asked.basis]} functions`);
  const caps = { max_curves: capOf(max_curves), max_points: capOf(max_points) };
  return { ...asked, ...caps, lambda: lambda ?? null, criterion: criterion ?? "gcv" };
}

function byWhat(chosen: Fields["lambda_chosen_by"]): string {
  return chosen === "caller" ? "the caller" : chosen.toUpperCase();
}

const CONCERNS: Record<Fields["concerns"][number], string> = {
  lambda_at_smallest: "lambda is the least of its range: more functions may be needed (--n-basis)",
  lambda_at_largest: "lambda is the largest of its range: nothing but the trend is left",
  basis_nearly_full: "the smooth uses nearly all of its functions: try more (--n-basis)",
  residuals_autocorrelated: "neighbouring residuals are alike: the noise may have been fitted, or too few functions",
  exact_fit: "at least one curve is fitted exactly, so AIC and BIC do not exist",
};

function fitLines(f: Fields): string[] {
  const said = [
    `EDF ${showNumber(f.edf)} of ${f.n_points}`,
    `RSS ${showNumber(f.rss)}`,
    `GCV ${showNumber(f.gcv)}`,
    `AIC ${showNumber(f.aic)}`,
    `BIC ${showNumber(f.bic)}`,
    `residual lag-1 ${showNumber(f.residual_lag1)}`,
  ];
  const [first, ...rest] = partLines(said, 68);
  return [labelled("fit", first), ...rest.map((line) => labelled("", line))];
}

function curveLines(f: Fields): string[] {
  const width = Math.min(24, Math.max(...f.curves.map(({ curve }) => curve.length), 0));
  const at = Float64Array.from(f.at);
  return [
    ...f.curves.map(({ curve, sigma, fitted }) => {
      const picture = sparkline(at, Float64Array.from(fitted), f.grid_min, f.grid_max, Math.min(30, at.length));
      return `${curve.slice(0, width).padEnd(width)}  sigma ${showNumber(sigma).padStart(10)}  ${picture}`;
    }),
    ...more(f.curves_dropped, "curve"),
  ];
}
