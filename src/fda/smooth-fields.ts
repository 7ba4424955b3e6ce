import { orReason, refusal } from "../contract/outcome.ts";
import { autocorrelation } from "../numerics/autocorrelation.ts";
import { mean } from "../numerics/mean.ts";
import { type ChosenLambda, type Criterion, chooseLambda, gcv, informationCriterion } from "./choose-lambda.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import { evenly } from "./evenly.ts";
import { type PSpline, pSpline } from "./p-spline.ts";
import { project, type Smooth, smoothAt } from "./smooth.ts";

/** Layouts of the basis: every function on the grid's interval, or one more beyond each end, as the reference system has. */
export const BASES = ["bspline", "fdars"] as const;
/** Things about a smooth that its reader should know. */
export const SMOOTH_CONCERNS = [
  "lambda_at_smallest",
  "lambda_at_largest",
  "basis_nearly_full",
  "residuals_autocorrelated",
  "exact_fit",
] as const;

type SmoothConcern = (typeof SMOOTH_CONCERNS)[number];

const EXACT = "the fit is exact, so its likelihood has no bound";
const NO_DF = "the smooth has as many degrees of freedom as there are points";
/** Above this, neighbouring residuals are so alike that GCV takes some of the noise for signal. */
const ALIKE = 0.3;
/** A smooth that uses this share of its functions would use more. */
const NEARLY_FULL = 0.9;

/** What is asked of a smooth, and how much of it is listed. */
export interface SmoothRequest {
  basis: (typeof BASES)[number];
  n_basis: number;
  penalty_order: number;
  /** Null: chosen by the criterion. */
  lambda: number | null;
  criterion: Criterion;
  max_curves: number;
  max_points: number;
}

/** Smooths of curves on one grid with one λ. */
export interface SmoothedCurves {
  spline: PSpline;
  chosen: ChosenLambda;
  fit: Smooth;
}

/** Smooths curves as asked. Refuses NotIdentifiable (points too close together). */
export function smoothCurves(curves: CurveMatrix, request: SmoothRequest): SmoothedCurves {
  const spline = splineOf(curves, request);
  const parts = project(spline, curves.rows);
  const chosen: ChosenLambda =
    request.lambda === null
      ? chooseLambda(spline, parts, request.criterion)
      : { lambda: request.lambda, at_edge: null };
  return { spline, chosen, fit: smoothAt(spline, parts, chosen.lambda) };
}

/** Smooths of curves as the fields of an answer. */
export function smoothFields(
  curves: CurveMatrix,
  request: SmoothRequest,
  { spline, chosen, fit }: SmoothedCurves = smoothCurves(curves, request),
) {
  const { t, names } = curves;
  const m = t.length;
  const residual_lag1 = meanLag1(curves.rows, fit);
  const at = evenly(m, request.max_points);
  const kept = Math.min(names.length, request.max_curves);
  return {
    method: "P-spline: cubic B-splines, penalty on differences" as const,
    basis: request.basis,
    n_basis: request.n_basis,
    penalty_order: request.penalty_order,
    lambda: chosen.lambda,
    lambda_chosen_by: request.lambda === null ? request.criterion : ("caller" as const),
    lambda_difference: chosen.lambda * spline.per_difference,
    edf: fit.edf,
    ...wholeFit(fit, m),
    ...orReason("residual_lag1", residual_lag1, "every fit is exact"),
    n_exact: fit.rss.filter((x) => x === 0).length,
    concerns: concernsOf(fit, chosen, spline, residual_lag1),
    at: at.map((j) => t[j]),
    se_factor: at.map((j) => Math.sqrt(fit.leverage[j])),
    points_dropped: m - at.length,
    curves: names.slice(0, kept).map((curve, i) => ({
      curve,
      ...ofCurve(fit, i, m),
      fitted: at.map((j) => fit.fitted[i][j]),
    })),
    curves_dropped: names.length - kept,
  };
}

function splineOf({ t, label }: CurveMatrix, { basis, n_basis, penalty_order }: SmoothRequest): PSpline {
  const [first, last] = [t[0], t[t.length - 1]];
  const u = t.map((x) => (x - first) / (last - first));
  // The two functions that the reference's layout puts beyond the ends are 0 on the interval and free of the penalty.
  const spline = pSpline(u, basis === "fdars" ? n_basis - 2 : n_basis, penalty_order);
  if (spline !== null) return spline;
  const remedy = "spread the grid points, or lower --penalty-order";
  throw refusal(
    "NotIdentifiable",
    `${label}: the ${t.length} grid points lie so close together that they do not tell a polynomial of degree ${penalty_order} from a lower one; ${remedy}`,
    { check: "distinct_points", observed: t.length, required: `${penalty_order + 1} that are well apart`, remedy },
  );
}

function wholeFit({ rss, edf }: Smooth, m: number) {
  const sum = (price: number) => {
    const each = Array.from(rss, (x) => informationCriterion(x, edf, m, price));
    return each.some((x) => x === null) ? null : each.reduce((total: number, x) => total + (x ?? 0), 0);
  };
  return {
    rss: rss.reduce((total, x) => total + x, 0),
    ...orReason("gcv", gcv(rss, edf, m), NO_DF),
    ...orReason("aic", sum(2), EXACT),
    ...orReason("bic", sum(Math.log(m)), EXACT),
  };
}

function ofCurve({ rss, edf }: Smooth, i: number, m: number) {
  const left = m - edf;
  return {
    rss: rss[i],
    ...orReason("sigma", left > 1e-10 * m ? Math.sqrt(rss[i] / left) : null, NO_DF),
    ...orReason("aic", informationCriterion(rss[i], edf, m, 2), EXACT),
    ...orReason("bic", informationCriterion(rss[i], edf, m, Math.log(m)), EXACT),
  };
}

/** Mean over curves of the residuals' autocorrelation between neighbouring points; null when every fit is exact. */
function meanLag1(rows: readonly Float64Array[], { fitted, rss }: Smooth): number | null {
  const found = rows
    .map((row, i) => (rss[i] === 0 ? Number.NaN : autocorrelation(row.map((x, j) => x - fitted[i][j]))))
    .filter((x) => !Number.isNaN(x));
  return found.length === 0 ? null : mean(found);
}

function concernsOf(fit: Smooth, { at_edge }: ChosenLambda, { n_basis }: PSpline, lag1: number | null) {
  const exact = fit.rss.some((x) => x === 0);
  const found: (SmoothConcern | false)[] = [
    at_edge === "smallest" && "lambda_at_smallest",
    at_edge === "largest" && "lambda_at_largest",
    !exact && fit.edf > NEARLY_FULL * n_basis && "basis_nearly_full",
    lag1 !== null && lag1 > ALIKE && "residuals_autocorrelated",
    exact && "exact_fit",
  ];
  return found.filter((concern) => concern !== false);
}
