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
import { filled, labelled, more, partLines, section, showNumber } from "../../src/contract/text.ts";
import { BASES, freeFunctions, requireBasis } from "../../src/fda/basis-of.ts";
import { CRITERIA } from "../../src/fda/choose-lambda.ts";
import { curveMatrix } from "../../src/fda/curve-matrix.ts";
import { isWorthAThread, onThread } from "../../src/fda/on-thread.ts";
import { commonCurves, smoothOwnGrids } from "../../src/fda/own-grids.ts";
import { curvesOf } from "../../src/fda/run.ts";
import { mostFunctions, type SmoothRequest, smoothCurves } from "../../src/fda/smooth-curves.ts";
import { ownGridFields, SMOOTH_CONCERNS, SMOOTH_METHODS, smoothFields } from "../../src/fda/smooth-fields.ts";
import { curveLine } from "../../src/plot/sparkline.ts";
import type { CurveData } from "../../src/series/dataset/dataset.ts";
import { shortNames } from "../../src/series/short-names.ts";

const count = z.int();
const number = z.number();
const numbers = z.array(number);

const evidenceShape = z.strictObject({
  ...curvesShape,
  grids: z.enum(["shared", "own"]),
  method: z.enum(SMOOTH_METHODS),
  basis: z.enum(BASES),
  n_basis: count,
  n_basis_chosen_by: z.enum([...CRITERIA, "caller"]),
  n_basis_tried: z.array(z.strictObject({ n_basis: count, criterion: z.nullable(number) })),
  penalty_order: z.union([count, z.literal("harmonic")]),
  period: z.optional(number),
  lambda: number,
  lambda_chosen_by: z.enum([...CRITERIA, "caller"]),
  ...orReasonShape("lambda_difference", number),
  edf: number,
  rss: number,
  ...orReasonShape("gcv", number),
  ...orReasonShape("aic", number),
  ...orReasonShape("bic", number),
  ...orReasonShape("residual_lag1", number),
  n_exact: count,
  concerns: z.array(z.enum(SMOOTH_CONCERNS)),
  at: numbers,
  ...orReasonShape("se_factor", numbers),
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

export default command({
  summary: "Smooth curves by penalised splines with one lambda, stated or chosen, and judge the fit.",
  args: ["curves"],
  input: z.strictObject({
    curves: madeCurvesField(),
    n_basis: field(
      z._default(z.union([z.int().check(z.gte(3), z.lte(500)), z.literal("auto")]), 15),
      "Basis functions; auto: as many as the criterion picks.",
    ),
    lambda: field(
      z.optional(z.number().check(z.gte(0))),
      "Price of roughness, on a grid of length 1. Default: by criterion.",
    ),
    criterion: field(z.optional(z.enum(CRITERIA)), "What lambda is chosen by. Default: gcv."),
    penalty_order: field(
      z._default(z.union([z.int().check(z.gte(1), z.lte(3)), z.literal("harmonic")]), 2),
      "Order penalised; harmonic: all but one wave of the period.",
    ),
    basis: field(z._default(z.enum(BASES), "bspline"), "fdars has two functions 0 on the grid."),
    period: field(z.optional(z.number().check(z.positive())), "fourier: cycle length. Default: the grid's."),
    max_curves: maxCurvesField(10),
    max_points: maxPointsField(),
    out: writingField(z.optional(z.string()), "File for the smooths, whole: .csv, .parquet or .json."),
    overwrite: fields.overwrite(),
  }),
  evidence: evidenceShape,
  examples: [
    "fda smooth demo:bumps",
    "fda smooth demo:bumps --n-basis 12 --lambda 1e-6 --json",
    "fda smooth demo:bumps --basis fourier --n-basis auto",
    "fda smooth demo:bumps --out smooth-bumps.csv",
  ],
  notes: [
    "Minimises the mean square of the residuals plus lambda times the integral of the squared derivative of the penalty's",
    "order, as P-splines approximate it: lambda does not depend on the number of points or the unit of the grid.",
    "lambda_difference is its equal beside the plain sum of squares and squared differences. EDF is the trace of the",
    "smoother, sigma² = RSS/(points - EDF) of a curve, sigma x se_factor the standard error of its fit (Wahba); GCV is of",
    "all curves together, AIC and BIC are sums over curves, each with its own RSS and points.",
    "auto tries 5, 10, 20, 40, 80 and 120 knots and keeps the fewest within 2 % of the best GCV (of AIC or BIC the best).",
    "It follows Ruppert (2002). fourier prices the mean",
    "square of a derivative over a period; its functions are a constant and pairs of sine and cosine. Curves on grids of",
    "their own are each smoothed from their own points, and their smooths stand evenly spaced on what all of them cover.",
  ],
  tasks: { smooth: () => smoothed },
  async run({ curves: ref, out, overwrite, ...stated }, ctx) {
    const request = requestOf(stated);
    const data = await curvesOf(ctx, ref);
    const longest = data.curves.reduce((most, { v }) => Math.max(most, v.length), 0);
    const values = data.curves.reduce((sum, { v }) => sum + v.length, 0);
    const asked = { data, request };
    const { fields, curves } = isWorthAThread(values, mostFunctions(request, longest))
      ? await onThread<Asked, ReturnType<typeof smoothed>>(ctx, { command: "fda smooth", task: "smooth" }, asked)
      : smoothed(asked);
    const found = { ...curvesFields(data.handle, curves), ...fields };
    if (out === undefined) return evidence<Fields>(found);
    const smooths = data.curves.map((curve, i) => ({ ...curve, t: curves.t, v: curves.rows[i] }));
    await ctx.saveData(out, { ...data, curves: smooths, shared_grid: true }, { overwrite });
    return evidence<Fields>({ ...found, out });
  },
  text: (f) => [
    curvesLine(f as Fields),
    ...methodLines(f),
    ...fitLines(f),
    ...section("Curves", curveLines(f)),
    ...section("Read with care", filled(f.concerns.map((concern) => CONCERNS[concern]))),
    ...(f.out === undefined ? [] : ["", labelled("wrote", f.out)]),
  ],
});

interface Asked {
  data: CurveData;
  request: SmoothRequest;
}

/** Fields of an answer, and the smooths as curves on one grid. */
function smoothed({ data, request }: Asked) {
  const points = freeFunctions(request) + 2;
  const what = request.basis === "fourier" ? "a Fourier series" : `a penalty of order ${request.penalty_order}`;
  if (!data.shared_grid) {
    const own = smoothOwnGrids(data, request, points, what);
    const curves = commonCurves(data, own);
    return { fields: { grids: "own" as const, ...ownGridFields(curves.names, own, request) }, curves };
  }
  const curves = curveMatrix(data, { curves: 1, points, what });
  const found = smoothCurves(curves, request);
  const fields = { grids: "shared" as const, ...smoothFields(curves, request, found) };
  return { fields, curves: { ...curves, rows: found.grids[0].fit.fitted } };
}

/** The request of the arguments. BadCall when they do not go together. */
function requestOf({
  lambda,
  criterion,
  max_curves,
  max_points,
  ...asked
}: Pick<SmoothRequest, "basis" | "n_basis" | "penalty_order"> & {
  period?: number;
  lambda?: number;
  criterion?: SmoothRequest["criterion"];
  max_curves: number | "all";
  max_points: number | "all";
}): SmoothRequest {
  if (lambda !== undefined && criterion !== undefined && asked.n_basis !== "auto")
    throw new BadCall("criterion: lambda is stated, so nothing is chosen; give one of the two");
  requireBasis(asked);
  const caps = { max_curves: capOf(max_curves), max_points: capOf(max_points) };
  return { ...asked, ...caps, lambda: lambda ?? null, criterion: criterion ?? "gcv" };
}

function byWhat(chosen: Fields["lambda_chosen_by"]): string {
  return chosen === "caller" ? "the caller" : chosen.toUpperCase();
}

function methodLines(f: Fields): string[] {
  const priced = f.penalty_order === "harmonic" ? "the harmonic acceleration" : `derivative ${f.penalty_order}`;
  const functions =
    f.n_basis_chosen_by === "caller" ? "" : ` (tried ${f.n_basis_tried.map((t) => t.n_basis).join(", ")})`;
  const own =
    f.grids === "own" ? [labelled("grids", "each curve its own; the smooths stand on what all of them cover")] : [];
  const method =
    f.period === undefined
      ? `${f.method} of order ${f.penalty_order}`
      : `Fourier series of period ${f.period}, penalty on ${priced}`;
  const lambda = `${Number(f.lambda.toPrecision(4))} by ${byWhat(f.lambda_chosen_by)}, ${f.n_basis} functions${functions}`;
  return [...own, labelled("method", method), labelled("lambda", lambda)];
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
    `EDF ${showNumber(f.edf)}${f.grids === "own" ? " a curve" : ` of ${f.n_points}`}`,
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
  const names = shortNames(
    f.curves.map(({ curve }) => curve),
    24,
  );
  const at = Float64Array.from(f.at);
  return [
    ...f.curves.map(({ sigma, fitted }, i) => {
      const picture = curveLine(at, Float64Array.from(fitted), f.grid_min, f.grid_max, Math.min(30, at.length));
      return `${names[i]}  sigma ${showNumber(sigma).padStart(10)}  ${picture}`;
    }),
    ...more(f.curves_dropped, "curve"),
  ];
}
