import { leastSquares } from "../../numerics/least-squares.ts";
import { type AdfRegression, mackinnonP } from "./mackinnon.ts";

/** An augmented Dickey–Fuller test: the null hypothesis is a unit root. */
export interface Adf {
  statistic: number;
  p_value: number;
  lags: number;
  /** Rows of the regression. */
  n_used: number;
}

/** How the number of lagged differences is chosen among 0 … `max`; null takes `max`. */
export type Autolag = "AIC" | "BIC" | "t-stat" | null;

/** t of the last lag that keeps it (10 %, two-sided normal). */
const KEEPS = 1.6448536269514722;

/**
 * Augmented Dickey–Fuller τ: Δy(t) on the deterministic terms, y(t − 1) and lagged differences by least squares. Criteria
 * compare lags over the rows that `max` leaves, and the chosen one is fitted over all it can have, as in statsmodels'
 * `adfuller`. Null when a regression has no more rows than terms, or dependent columns (a constant series).
 */
export function adf(y: Float64Array, regression: AdfRegression, max: number, autolag: Autolag): Adf | null {
  const lags = autolag === null ? max : bestLags(y, regression, max, autolag);
  const fit = regress(y, regression, lags, lags);
  if (fit === null) return null;
  const statistic = fit.t;
  return { statistic, p_value: mackinnonP(statistic, regression), lags, n_used: fit.n };
}

/** Number of deterministic terms. */
export function deterministicTerms(regression: AdfRegression): number {
  return regression === "n" ? 0 : regression.length;
}

/** The most lags of statsmodels' `adfuller`: ⌈12·(n/100)^¼⌉, and no more than n/2 − terms − 1. */
export function mostAdfLags(n: number, regression: AdfRegression): number {
  return Math.min(Math.ceil(12 * (n / 100) ** 0.25), Math.trunc(n / 2) - deterministicTerms(regression) - 1);
}

function bestLags(y: Float64Array, regression: AdfRegression, max: number, autolag: Exclude<Autolag, null>): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let lags = max; lags >= 0; lags--) {
    const fit = regress(y, regression, lags, max);
    if (fit === null) continue;
    if (autolag === "t-stat") {
      if (lags === 0 || Math.abs(fit.tLast) >= KEEPS) return lags;
      continue;
    }
    const penalty = autolag === "AIC" ? 2 : Math.log(fit.n);
    const criterion = fit.n * Math.log(fit.rss / fit.n) + penalty * fit.k;
    if (criterion <= least) [best, least] = [lags, criterion];
  }
  return best;
}

interface Fit {
  n: number;
  k: number;
  rss: number;
  /** t of y(t − 1), and of the longest lag. */
  t: number;
  tLast: number;
}

/** The regression with `lags` differences over rows that have `reserve` of them before. */
function regress(y: Float64Array, regression: AdfRegression, lags: number, reserve: number): Fit | null {
  const first = reserve + 1;
  const n = y.length - first;
  const column = (at: (t: number) => number) => Float64Array.from({ length: Math.max(0, n) }, (_, i) => at(first + i));
  const columns = Array.from({ length: deterministicTerms(regression) }, (_, power) =>
    column((t) => ((t - first + 1) / n) ** power),
  );
  for (let j = 1; j <= lags; j++) columns.push(column((t) => y[t - j] - y[t - j - 1]));
  columns.push(column((t) => y[t - 1]));
  const k = columns.length;
  if (n <= k) return null;
  const fit = leastSquares(
    columns,
    column((t) => y[t] - y[t - 1]),
  );
  if (typeof fit === "number") return null;
  const t = (j: number) => fit.coefficients[j] / fit.standard_errors[j];
  return { n, k, rss: fit.rss, t: t(k - 1), tLast: lags > 0 ? t(k - 2) : 0 };
}
