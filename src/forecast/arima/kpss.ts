import { linearRegression } from "../../numerics/linear-regression.ts";
import { mean } from "../../numerics/mean.ts";

/** Stationary around a level (`c`) or around a line (`ct`). */
export type KpssRegression = "c" | "ct";

/** Critical values at 10, 5, 2.5 and 1 % (Kwiatkowski, Phillips, Schmidt & Shin 1992, table 1). */
const LEVELS = [0.1, 0.05, 0.025, 0.01];
const CRITICAL = { c: [0.347, 0.463, 0.574, 0.739], ct: [0.119, 0.146, 0.176, 0.216] };

/** A KPSS test: the null hypothesis is that the series is stationary. */
export interface Kpss {
  statistic: number;
  /** Between the tabled levels by straight lines; the table ends at 0.01 and 0.1, and `p_at` says on which side it lies. */
  p_value: number;
  p_at: "exact" | "at most" | "at least";
  lags: number;
}

/**
 * KPSS statistic Σ S_t²/n² over the long-run variance s² + (2/n)·Σ_j (1 − j/(l + 1))·Σ_t e_t·e_{t−j}, with S the partial
 * sums of the residuals e. `lags` is l. A series without residuals has the statistic NaN.
 */
export function kpss(y: Float64Array, regression: KpssRegression, lags: number): Kpss {
  const e = residuals(y, regression);
  const n = e.length;
  let [sum, squares] = [0, 0];
  for (let t = 0; t < n; t++) {
    sum += e[t];
    squares += sum * sum;
  }
  const l = Math.max(0, Math.min(lags, n - 1));
  let longRun = lagged(e, 0);
  for (let j = 1; j <= l; j++) longRun += 2 * (1 - j / (l + 1)) * lagged(e, j);
  const statistic = squares / (n * longRun);
  return { statistic, ...pValue(statistic, CRITICAL[regression]), lags: l };
}

/** Residuals about the mean, or about the least-squares line over time. */
function residuals(y: Float64Array, regression: KpssRegression): Float64Array {
  if (regression === "c") {
    const m = mean(y);
    return y.map((value) => value - m);
  }
  const time = Float64Array.from(y, (_, t) => t);
  const { slope, intercept } = linearRegression(time, y);
  return y.map((value, t) => value - intercept - slope * t);
}

function lagged(e: Float64Array, j: number): number {
  let sum = 0;
  for (let t = j; t < e.length; t++) sum += e[t] * e[t - j];
  return sum;
}

function pValue(statistic: number, critical: number[]): Pick<Kpss, "p_value" | "p_at"> {
  if (!(statistic >= critical[0])) return { p_value: LEVELS[0], p_at: "at least" };
  const last = critical.length - 1;
  if (statistic > critical[last]) return { p_value: LEVELS[last], p_at: "at most" };
  const k = Math.max(
    1,
    critical.findIndex((value) => statistic <= value),
  );
  const share = (statistic - critical[k - 1]) / (critical[k] - critical[k - 1]);
  return { p_value: LEVELS[k - 1] + share * (LEVELS[k] - LEVELS[k - 1]), p_at: "exact" };
}

/** Lags of `forecast::ndiffs`: ⌊3·√n/13⌋. */
export function lagsOfNdiffs(n: number): number {
  return Math.trunc((3 * Math.sqrt(n)) / 13);
}

/** Data-dependent lags of Hobijn, Franses & Ooms (2004), as statsmodels' `kpss(nlags="auto")`; at most n − 1. */
export function automaticLags(y: Float64Array, regression: KpssRegression): number {
  const e = residuals(y, regression);
  const n = e.length;
  let [s0, s1] = [lagged(e, 0) / n, 0];
  for (let j = 1; j <= Math.trunc(n ** (2 / 9)); j++) {
    const product = lagged(e, j) / (n / 2);
    s0 += product;
    s1 += j * product;
  }
  const lags = Math.trunc(1.1447 * Math.cbrt((s1 / s0) ** 2) * Math.cbrt(n));
  return Math.min(Number.isFinite(lags) ? lags : 0, n - 1);
}
