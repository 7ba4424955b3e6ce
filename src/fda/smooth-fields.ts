import { orReason } from "../contract/outcome.ts";
import { autocorrelation } from "../numerics/autocorrelation.ts";
import { mean } from "../numerics/mean.ts";
import { type Fit, gcvOf, informationCriterion } from "./choose-lambda.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import { evenly } from "./evenly.ts";
import type { OwnGrids } from "./own-grids.ts";
import { type Smoothed, type SmoothRequest, smoothCurves } from "./smooth-curves.ts";

/** What is minimised, by basis. */
export const SMOOTH_METHODS = [
  "P-spline: cubic B-splines, penalty on differences",
  "Fourier series, penalty on the mean square over a period",
] as const;

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
const SERIES = "a Fourier series is priced as it is, not by differences";
/** Above this, neighbouring residuals are so alike that GCV takes some of the noise for signal. */
const ALIKE = 0.3;
/** A smooth that uses this share of its functions would use more. */
const NEARLY_FULL = 0.9;

/** Curves, each with its place in a fit, and its smooth on the grid that is listed. */
interface View {
  names: string[];
  t: Float64Array;
  fitted: Float64Array[];
  grids: { rows: readonly Float64Array[] }[];
  places: { grid: number; row: number }[];
}

/** Smooths of curves on one grid as the fields of an answer. */
export function smoothFields(
  curves: CurveMatrix,
  request: SmoothRequest,
  smoothed: Smoothed = smoothCurves(curves, request),
) {
  const [{ fit }] = smoothed.grids;
  const places = curves.rows.map((_, row) => ({ grid: 0, row }));
  return fieldsOf({ ...curves, fitted: fit.fitted, grids: [curves], places }, request, smoothed);
}

/** Smooths of curves on grids of their own as the fields of an answer. */
export function ownGridFields(names: string[], own: OwnGrids, request: SmoothRequest) {
  return fieldsOf({ ...own, names }, request, own.smoothed);
}

function fieldsOf(view: View, request: SmoothRequest, smoothed: Smoothed) {
  const { names, t, fitted, places } = view;
  const { chosen, grids } = smoothed;
  const at = evenly(t.length, request.max_points);
  const kept = Math.min(names.length, request.max_curves);
  const each = places.map(({ grid, row }) => ofCurve(fitOf(smoothed, grid), row));
  const residual_lag1 = meanLag1(view, smoothed);
  const shared = grids.length === 1;
  const { per_difference } = grids[0].basis;
  return {
    method: SMOOTH_METHODS[request.basis === "fourier" ? 1 : 0],
    basis: request.basis,
    n_basis: smoothed.n_basis,
    n_basis_chosen_by: request.n_basis === "auto" ? request.criterion : ("caller" as const),
    n_basis_tried: smoothed.tried,
    penalty_order: request.penalty_order,
    ...(request.basis === "fourier" ? { period: request.period ?? t[t.length - 1] - t[0] } : {}),
    lambda: chosen.lambda,
    lambda_chosen_by: request.lambda === null ? request.criterion : ("caller" as const),
    ...orReason(
      "lambda_difference",
      shared && per_difference !== null ? chosen.lambda * per_difference : null,
      per_difference === null ? SERIES : "the curves have different numbers of points",
    ),
    edf: mean(places.map(({ grid }) => grids[grid].fit.edf)),
    ...wholeFit(smoothed, each),
    ...orReason("residual_lag1", residual_lag1, "every fit is exact"),
    n_exact: each.filter(({ rss }) => rss === 0).length,
    concerns: concernsOf(smoothed, residual_lag1),
    at: at.map((j) => t[j]),
    ...orReason(
      "se_factor",
      shared ? at.map((j) => Math.sqrt(grids[0].fit.leverage[j])) : null,
      "the curves have grids of their own, and each its own factors",
    ),
    points_dropped: t.length - at.length,
    curves: names.slice(0, kept).map((curve, i) => ({ curve, ...each[i], fitted: at.map((j) => fitted[i][j]) })),
    curves_dropped: names.length - kept,
  };
}

function fitOf({ grids }: Smoothed, grid: number): Fit {
  const { basis, fit } = grids[grid];
  return { rss: fit.rss, edf: fit.edf, m: basis.n_points };
}

function wholeFit(smoothed: Smoothed, each: ReturnType<typeof ofCurve>[]) {
  const sum = (key: "aic" | "bic") =>
    each.some((curve) => curve[key] === null) ? null : each.reduce((total, curve) => total + (curve[key] ?? 0), 0);
  const fits = smoothed.grids.map((_, grid) => fitOf(smoothed, grid));
  return {
    rss: each.reduce((total, { rss }) => total + rss, 0),
    ...orReason("gcv", gcvOf(fits), NO_DF),
    ...orReason("aic", sum("aic"), EXACT),
    ...orReason("bic", sum("bic"), EXACT),
  };
}

function ofCurve({ rss, edf, m }: Fit, i: number) {
  const left = m - edf;
  return {
    rss: rss[i],
    ...orReason("sigma", left > 1e-10 * m ? Math.sqrt(rss[i] / left) : null, NO_DF),
    ...orReason("aic", informationCriterion(rss[i], edf, m, 2), EXACT),
    ...orReason("bic", informationCriterion(rss[i], edf, m, Math.log(m)), EXACT),
  };
}

/** Mean over curves of the residuals' autocorrelation between neighbouring points; null when every fit is exact. */
function meanLag1({ places, grids }: View, smoothed: Smoothed): number | null {
  const found = places
    .map(({ grid, row }) => {
      const { fitted, rss } = smoothed.grids[grid].fit;
      const residuals = grids[grid].rows[row].map((x, j) => x - fitted[row][j]);
      return rss[row] === 0 ? Number.NaN : autocorrelation(residuals);
    })
    .filter((x) => !Number.isNaN(x));
  return found.length === 0 ? null : mean(found);
}

function concernsOf({ grids, chosen: { at_edge } }: Smoothed, lag1: number | null) {
  const exact = grids.some(({ fit }) => fit.rss.some((x) => x === 0));
  const found: (SmoothConcern | false)[] = [
    at_edge === "smallest" && "lambda_at_smallest",
    at_edge === "largest" && "lambda_at_largest",
    !exact && grids.some(({ fit, basis }) => fit.edf > NEARLY_FULL * basis.n_basis) && "basis_nearly_full",
    lag1 !== null && lag1 > ALIKE && "residuals_autocorrelated",
    exact && "exact_fit",
  ];
  return found.filter((concern) => concern !== false);
}
