import { leastSquares } from "../../numerics/least-squares.ts";
import { type Candidate, type Criterion, candidate } from "./candidate.ts";
import { designOf, type Regressor } from "./design.ts";
import {
  type Differences,
  isFlat,
  ordinaryDifferences,
  type SeasonalTest,
  seasonalDifferences,
  type UnitRootTest,
} from "./differences.ts";
import type { Method } from "./estimate.ts";
import { type ArimaFit, fitArima } from "./fit.ts";
import { bridged, spanOf } from "./gaps.ts";
import type { Orders } from "./orders.ts";
import { difference } from "./polynomial.ts";
import { type Bounds, constantAt, exhaustive, type Place, stepwise } from "./stepwise.ts";

/** Options of the search; the names are the reference's. */
export interface AutoOptions {
  sp: number;
  d: number | null;
  D: number | null;
  start_p: number;
  start_q: number;
  start_P: number;
  start_Q: number;
  max_p: number;
  max_q: number;
  max_P: number;
  max_Q: number;
  max_d: number;
  max_D: number;
  max_order: number;
  seasonal: boolean;
  stationary: boolean;
  information_criterion: Criterion;
  alpha: number;
  test: UnitRootTest;
  /** Strength of the season by STL, or the test of Osborn, Chui, Smith & Birchenhall. */
  seasonal_test: SeasonalTest;
  stepwise: boolean;
  with_intercept: boolean;
  /** Rank by conditional sums of squares; null: for more than 150 rows or a season above 12. Never with gaps. */
  approximation: boolean | null;
}

/** What the search looks at besides its options. */
export interface AutoProblem {
  label: string;
  y: Float64Array;
  x: Regressor[];
  /** Strength of the season of a complete series, 0 … 1. */
  strength: (y: Float64Array, m: number) => number;
  tick: () => Promise<void>;
}

/** The model that was chosen, how the differences were, and every model tried, in order. */
export interface AutoArima {
  fit: ArimaFit;
  ordinary: Differences | null;
  seasonal: Differences | null;
  approximated: boolean;
  trace: Candidate[];
  /** After an approximate ranking: models fitted by maximum likelihood until one was admissible. */
  refits: Candidate[];
  /** Why the model without lags was taken although the search found none admissible; else null. */
  fallback: string | null;
}

/** Models tried at most in a stepwise search. */
const MOST_MODELS = 94;

/**
 * ARIMA chosen by Hyndman & Khandakar (2008) as `forecast::auto.arima` 8.20 does: seasonal differences by seasonal
 * strength, ordinary ones by a unit root test, orders by information criterion. A series that its differences and
 * regressors explain without noise is answered with sigma 0. Where no model is admissible the one without lags is taken,
 * and why. Refuses what `fitArima` refuses.
 */
export async function autoArima(problem: AutoProblem, options: AutoOptions): Promise<AutoArima> {
  const { label, y, x } = problem;
  const m = options.seasonal && options.sp > 1 ? options.sp : 1;
  const { d, D, flat, tests } = differencesOf(problem, options, m);
  const count = d + D;
  const place = ({ p, q, P, Q, constant }: Place) => ({
    orders: { p, d, q, P, D, Q, m } satisfies Orders,
    constant: constantAt(count, constant),
  });
  const none = { p: 0, q: 0, P: 0, Q: 0, constant: options.with_intercept && count <= 1 };
  const plain = { label, y, x, ...place(none) };
  if (flat || designOf(plain).scale === 0) {
    return { fit: fitArima(plain), ...tests, approximated: false, trace: [], refits: [], fallback: null };
  }
  const gaps = spanOf(y).missing.length > 0;
  const approximated = !gaps && (options.approximation ?? (y.length > 150 || m > 12));
  const attempt = (method: Method) => async (at: Place) => {
    await problem.tick();
    return candidate({ label, y, x, ...place(at) }, method, options.information_criterion);
  };
  const bounds = boundsOf(options, y, m, none.constant);
  const first = attempt(approximated ? "css" : "ml");
  const trace = options.stepwise ? await stepwise(bounds, first) : await exhaustive(bounds, options.max_order, first);
  const ranked = trace.filter(({ criterion }) => criterion !== null).sort((a, b) => a.criterion! - b.criterion!);
  const refits: Candidate[] = [];
  let best = approximated ? undefined : ranked[0];
  for (let i = 0; approximated && best === undefined && i < ranked.length; i++) {
    await problem.tick();
    const { orders, constant } = ranked[i];
    refits.push(candidate({ label, y, x, orders, constant }, "ml", options.information_criterion));
    if (refits[i].criterion !== null) best = ranked[i];
  }
  const fallback = best === undefined ? reasonsOf(trace) : null;
  const taken = best ?? place({ ...none, constant: none.constant && count === 0 });
  const fit = fitArima({ label, y, x, orders: taken.orders, constant: taken.constant });
  return { fit, ...tests, approximated, trace, refits, fallback };
}

function boundsOf(options: AutoOptions, y: Float64Array, m: number, constant: boolean): Bounds {
  const n = y.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
  const third = Math.floor(n / 3);
  const season = m > 1 ? Math.floor(n / 3 / m) : 0;
  const max = {
    p: Math.min(options.max_p, third),
    q: Math.min(options.max_q, third),
    P: Math.min(options.max_P, season),
    Q: Math.min(options.max_Q, season),
  };
  // An ordinary lag of m or more would be the seasonal one over again.
  if (max.P > 0) max.p = Math.min(max.p, m - 1);
  if (max.Q > 0) max.q = Math.min(max.q, m - 1);
  const short = n < 10;
  const start = {
    p: Math.min(short ? Math.min(1, options.start_p) : options.start_p, max.p),
    q: Math.min(short ? Math.min(1, options.start_q) : options.start_q, max.q),
    P: short ? 0 : Math.min(options.start_P, max.P),
    Q: short ? 0 : Math.min(options.start_Q, max.Q),
  };
  return { max, start, constant, seasonal: m > 1, models: MOST_MODELS };
}

/** The numbers of differences, and whether the series so differenced, less its regressors, still varies. */
function differencesOf({ y, x, strength }: AutoProblem, options: AutoOptions, m: number) {
  const tests: Pick<AutoArima, "ordinary" | "seasonal"> = { ordinary: null, seasonal: null };
  const { from, to } = spanOf(y);
  const values = bridged(y.subarray(from, to));
  const columns = x.map(({ values: column }) => column.slice(from, to));
  const z = withoutRegressors(values, columns);
  const constantColumn = (d: number, D: number) => {
    return columns.some((column) => isFlat(difference(column, { d, D, m }), column) && !isFlat(column, column));
  };
  let D = m === 1 || options.stationary ? 0 : options.D;
  if (D === null) {
    tests.seasonal = seasonalDifferences(z, m, options.max_D, options.seasonal_test, strength);
    D = tests.seasonal.count;
    if (D > 0 && constantColumn(0, D)) D--;
  }
  const seasonal = difference(z, { d: 0, D, m });
  let d = options.stationary ? 0 : options.d;
  if (d === null) {
    tests.ordinary = ordinaryDifferences(seasonal, options.test, options.alpha, options.max_d);
    d = tests.ordinary.count;
    if (d > 0 && constantColumn(d, D)) d--;
  }
  return { d, D, flat: isFlat(difference(seasonal, { d, D: 0, m }), values), tests };
}

/** Residuals of y on a constant and columns; y itself when they are dependent. */
function withoutRegressors(y: Float64Array, columns: Float64Array[]): Float64Array {
  if (columns.length === 0) return y;
  const fit = leastSquares([new Float64Array(y.length).fill(1), ...columns], y);
  return typeof fit === "number" ? y : fit.residuals;
}

function reasonsOf(trace: Candidate[]): string {
  const reasons = trace.slice(0, 3).map(({ model, rejected }) => `${model}: ${rejected}`);
  return `none of the ${trace.length} models tried is admissible (${reasons.join("; ")}), so there are no lags`;
}
