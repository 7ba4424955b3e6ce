import { refusal } from "../contract/outcome.ts";
import { type BasisRequest, basisOn, type NamedBasis } from "./basis-of.ts";
import { type ChosenLambda, type Criterion, chooseLambda, costOf } from "./choose-lambda.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import { type Projected, project, type Smooth, smoothAt } from "./smooth.ts";

/** What is asked of a smooth, and how much of it is listed. */
export interface SmoothRequest extends Omit<BasisRequest, "n_basis"> {
  /** auto: as many as the criterion finds worth having. */
  n_basis: number | "auto";
  /** Null: chosen by the criterion. */
  lambda: number | null;
  criterion: Criterion;
  max_curves: number;
  max_points: number;
}

/** A number of functions that was tried; null where nothing is left to judge it by. */
export interface TriedBasis {
  n_basis: number;
  criterion: number | null;
}

/** Curves on one grid, smoothed. */
export interface GridFit {
  basis: NamedBasis;
  fit: Smooth;
}

/** Smooths of curves with one λ and one number of functions, grid by grid. */
export interface Smoothed {
  n_basis: number;
  /** Empty when the number was stated. */
  tried: TriedBasis[];
  chosen: ChosenLambda;
  grids: GridFit[];
}

type Grid = Pick<CurveMatrix, "t" | "rows">;

/** Knots that are tried (Ruppert 2002, full search): the fewest whose GCV is that of the best to 2 % are kept. */
const KNOTS = [5, 10, 20, 40, 80, 120];
const WORTH = 0.98;

/** Smooths curves on one grid as asked. Refuses NotIdentifiable (points too close together). */
export function smoothCurves({ label, t, rows }: CurveMatrix, request: SmoothRequest): Smoothed {
  return smoothGrids(label, [{ t, rows }], [t[0], t[t.length - 1]], request);
}

/** Smooths curves on grids of their own over a common domain. Refuses as `smoothCurves`. */
export function smoothGrids(
  label: string,
  grids: readonly Grid[],
  domain: readonly [number, number],
  request: SmoothRequest,
): Smoothed {
  const { n_basis } = request;
  if (n_basis !== "auto") return { ...withBasis(label, grids, domain, { ...request, n_basis }), tried: [] };
  const most = grids.reduce((longest, { t }) => Math.max(longest, t.length), 0);
  const found = candidatesOf(request, most).map((n) => withBasis(label, grids, domain, { ...request, n_basis: n }));
  const least = found.reduce((best, { cost }) => Math.min(best, cost), Number.POSITIVE_INFINITY);
  const enough = request.criterion === "gcv" ? least / WORTH : least;
  const chosen = found.find(({ cost }) => cost <= enough) ?? found[0];
  const tried = found.map(({ n_basis, cost }) => ({ n_basis, criterion: Number.isFinite(cost) ? cost : null }));
  return { ...chosen, tried };
}

/** The most functions that curves of so many points are fitted with. */
export function mostFunctions(request: SmoothRequest, points: number): number {
  return request.n_basis === "auto" ? Math.max(...candidatesOf(request, points)) : request.n_basis;
}

/** Numbers of functions for the knots, up to the points of the longest curve; of these at least the first. */
function candidatesOf({ basis }: SmoothRequest, points: number): number[] {
  const all = KNOTS.map((knots) => {
    if (basis === "fourier") return 2 * Math.floor((knots + 4) / 2) + 1;
    return knots + (basis === "fdars" ? 6 : 4);
  });
  return all.filter((n, i) => i === 0 || n <= points);
}

function withBasis(
  label: string,
  grids: readonly Grid[],
  domain: readonly [number, number],
  request: SmoothRequest & BasisRequest,
): Smoothed & { cost: number } {
  const splits = grids.map(({ t, rows }): { basis: NamedBasis; curves: Projected[] } => {
    const basis = basisOn(t, domain, request);
    if (basis === null) throw tooClose(label, t, request);
    return { basis, curves: project(basis, rows) };
  });
  const { lambda, criterion, n_basis } = request;
  const chosen: ChosenLambda = lambda === null ? chooseLambda(splits, criterion) : { lambda, at_edge: null };
  return {
    n_basis,
    tried: [],
    chosen,
    grids: splits.map(({ basis, curves }) => ({ basis, fit: smoothAt(basis, curves, chosen.lambda) })),
    cost: costOf(splits, chosen.lambda, criterion),
  };
}

function tooClose(label: string, t: Float64Array, { basis, penalty_order }: BasisRequest): Error {
  const fourier = basis === "fourier";
  const remedy = `spread the grid points, or ${fourier ? "state another --period" : "lower --penalty-order"}`;
  const cause = fourier
    ? `${label}: the ${t.length} grid points do not tell a constant and waves of the period apart`
    : `${label}: the ${t.length} grid points lie so close together that they do not tell a polynomial of degree ${penalty_order} from a lower one`;
  const required = `${(fourier ? 4 : Number(penalty_order)) + 1} that are well apart`;
  return refusal("NotIdentifiable", `${cause}; ${remedy}`, {
    check: "distinct_points",
    observed: t.length,
    required,
    remedy,
  });
}
