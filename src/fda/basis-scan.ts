import type { Ctx } from "../contract/context.ts";
import { refusal } from "../contract/outcome.ts";
import { type BasisRequest, basisOn } from "./basis-of.ts";
import { gcv } from "./choose-lambda.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import { costOfFit } from "./on-thread.ts";
import { project, smoothAt } from "./smooth.ts";

/** What a number of basis functions may be chosen by. */
export const SCAN_CRITERIA = ["gcv", "aic", "bic", "cv"] as const;

export type ScanCriterion = (typeof SCAN_CRITERIA)[number];

/** One number of basis functions and how it fits; null where no degrees of freedom are left to judge it by. */
export type ScanEntry = { n_basis: number; edf: number; rss: number } & Record<ScanCriterion, number | null>;

/** What is scanned. */
export interface ScanRequest extends Pick<BasisRequest, "basis" | "period"> {
  from: number;
  to: number;
  lambda: number;
  criterion: ScanCriterion;
}

/** A scan, and the number of functions that is best by the criterion: the fewest of equal ones. */
export interface BasisScan {
  entries: ScanEntry[];
  optimal_n_basis: number;
  /** The end of the range that the optimum lies at: it may lie beyond, and is no optimum then. */
  at_edge: "smallest" | "largest" | null;
}

/**
 * Fits with from … to functions, B-splines or a Fourier series (odd numbers), on one λ (0: plain regression). Over n curves
 * of m points: GCV as of `gcv`; AIC = nm·ln(RSS/nm) + 2n·EDF and BIC with ln(nm) for 2 (one noise variance); CV leaves out each point of each curve in
 * turn, mean of (residual/(1 − leverage))². Numbers of functions that the points cannot tell apart are left out. Refuses
 * NotIdentifiable when none is left to judge.
 */
export function scanBasis(curves: CurveMatrix, request: ScanRequest): BasisScan {
  return bestOf(curves, request, numbersOf(curves, request).map(fitOne({ curves, request })));
}

/** What every fit of a scan shares. */
export interface SharedScan {
  curves: CurveMatrix;
  request: ScanRequest;
}

/** The fit with one number of functions; null when the points cannot tell so many apart. */
export function fitOne({ curves, request }: SharedScan): (n_basis: number) => ScanEntry | null {
  return (n_basis) => fitWith(curves, { ...request, n_basis }, request.lambda);
}

/** What all fits take, in values, from which on threads save more than their start costs (about 0.1 s). */
const WORTH_THREADS = 1e6;

/** As `scanBasis`, where curves are many on threads; `step` is told after each fit. */
export async function scanOnThreads(
  ctx: Pick<Ctx, "pool">,
  curves: CurveMatrix,
  request: ScanRequest,
  step: (done: number, total: number) => Promise<void>,
): Promise<BasisScan> {
  const numbers = numbersOf(curves, request);
  const values = curves.rows.length * curves.t.length;
  const cost = numbers.reduce((sum, n) => sum + costOfFit(values, n), 0);
  if (cost < WORTH_THREADS) return scanBasis(curves, request);
  const task = { command: "fda run-method", task: "scan", shared: { curves, request } satisfies SharedScan };
  let done = 0;
  const entries = await ctx.pool<number, ScanEntry | null, (ScanEntry | null)[]>(task, (each) =>
    each(numbers, () => step(++done, numbers.length)),
  );
  return bestOf(curves, request, entries);
}

/** Without a price more functions than points leave nothing to judge by, so they are not tried. */
function numbersOf({ t }: CurveMatrix, { from, to, basis, lambda }: ScanRequest): number[] {
  const numbers: number[] = [];
  const most = lambda === 0 ? Math.min(to, t.length) : to;
  for (let n = from; n <= most; n += basis === "fourier" ? 2 : 1) numbers.push(n);
  return numbers;
}

function bestOf(
  curves: CurveMatrix,
  { from, to, criterion }: ScanRequest,
  fits: readonly (ScanEntry | null)[],
): BasisScan {
  const entries = fits.filter((entry) => entry !== null);
  const scores = entries.map((entry) => entry[criterion] ?? Number.POSITIVE_INFINITY);
  const best = scores.indexOf(scores.reduce((least, x) => Math.min(least, x), Number.MAX_VALUE));
  if (best < 0) throw nothingToJudge(curves, from, to);
  const at_edge = best === entries.length - 1 ? "largest" : best === 0 ? "smallest" : null;
  return { entries, optimal_n_basis: entries[best].n_basis, at_edge };
}

function fitWith(
  { t, rows }: CurveMatrix,
  request: Pick<BasisRequest, "basis" | "n_basis" | "period">,
  lambda: number,
): ScanEntry | null {
  const { n_basis } = request;
  const spline = basisOn(t, [t[0], t[t.length - 1]], { ...request, penalty_order: 2 });
  if (spline === null) return null;
  const parts = project(spline, rows);
  const { edf, rss: each, fitted, leverage } = smoothAt(spline, parts, lambda);
  const rss = each.reduce((sum, x) => sum + x, 0);
  const [n, m] = [rows.length, t.length];
  const judged = gcv(each, edf, m);
  const told = (price: number) =>
    judged !== null && rss > 0 ? n * m * Math.log(rss / (n * m)) + price * n * edf : null;
  const cv = judged === null ? null : leaveOneOut(rows, fitted, leverage);
  return { n_basis, edf, rss, gcv: judged, aic: told(2), bic: told(Math.log(n * m)), cv };
}

/** Null when a point stands alone: without it nothing says what its value is. */
function leaveOneOut(rows: Float64Array[], fitted: Float64Array[], leverage: Float64Array): number | null {
  if (leverage.some((h) => 1 - h <= 1e-10)) return null;
  let sum = 0;
  rows.forEach((row, i) => {
    for (let j = 0; j < row.length; j++) sum += ((row[j] - fitted[i][j]) / (1 - leverage[j])) ** 2;
  });
  return sum / (rows.length * leverage.length);
}

function nothingToJudge({ label, t }: CurveMatrix, from: number, to: number): Error {
  const remedy = "give more grid points, or scan fewer functions";
  const cause = `${label}: none of ${from} to ${to} functions leaves a degree of freedom on ${t.length} grid points; ${remedy}`;
  return refusal("NotIdentifiable", cause, {
    check: "degrees_of_freedom",
    observed: t.length,
    required: from + 1,
    remedy,
  });
}
