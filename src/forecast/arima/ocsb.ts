import { leastSquares } from "../../numerics/least-squares.ts";
import { difference } from "./polynomial.ts";

/** A test of Osborn, Chui, Smith & Birchenhall: the null hypothesis is a seasonal unit root. */
export interface Ocsb {
  /** t of the seasonal level. Above `critical` the season is to be differenced. */
  statistic: number;
  critical: number;
  lags: number;
}

/** Lags that are compared by AIC. */
const MOST_LAGS = 3;

/**
 * OCSB (1988): ΔΔₘy(t) on its own lags, λ(B)Δₘy(t − 1) and λ(B)Δy(t − m) without a constant, with λ from the lags alone;
 * the statistic is t of the last term. Lags 0 … 3 by AIC over the rows that 3 leave, unless stated. The critical value
 * (5 %) is the curve through simulated ones of `forecast::ocsb.test`. Null when the rows do not suffice.
 */
export function ocsb(y: Float64Array, m: number, stated: number | null = null): Ocsb | null {
  let lags = stated ?? 0;
  if (stated === null) {
    const scores = Array.from({ length: MOST_LAGS + 1 }, (_, k) => regression(y, m, k, MOST_LAGS)?.aic ?? Infinity);
    lags = scores.indexOf(Math.min(...scores));
  }
  const found = regression(y, m, lags, lags);
  return found === null ? null : { statistic: found.t, critical: criticalValue(m), lags };
}

/** The regression with `lags` lags over rows that have `reserve` of them before. */
function regression(y: Float64Array, m: number, lags: number, reserve: number): { t: number; aic: number } | null {
  const [both, seasonal, ordinary] = [
    { d: 1, D: 1, m, at: m + 1 },
    { d: 0, D: 1, m, at: m },
    { d: 1, D: 0, m, at: 1 },
  ].map(({ at, ...by }) => ({ values: difference(y, by), at }));
  const first = m + 1 + reserve;
  const n = y.length - first;
  if (n <= lags + 3) return null;
  const column = (of: (t: number) => number) => Float64Array.from({ length: n }, (_, i) => of(first + i));
  const target = column((t) => both.values[t - both.at]);
  const own = Array.from({ length: lags }, (_, j) => column((t) => both.values[t - 1 - j - both.at]));
  const lambda = own.length === 0 ? null : leastSquares(own, target);
  if (typeof lambda === "number") return null;
  const filtered = ({ values, at }: typeof both, back: number) =>
    column((t) => {
      const from = t - back - at;
      let sum = values[from];
      for (let j = 0; j < lags; j++) sum -= (lambda?.coefficients[j] ?? 0) * values[from - 1 - j];
      return sum;
    });
  const fit = leastSquares([...own, filtered(seasonal, 1), filtered(ordinary, m)], target);
  if (typeof fit === "number") return null;
  const k = lags + 2;
  return { t: fit.coefficients[k - 1] / fit.standard_errors[k - 1], aic: n * Math.log(fit.rss / n) + 2 * k };
}

function criticalValue(m: number): number {
  const x = Math.log(m) - 0.7656451;
  return -0.2937411 * Math.exp(-0.2850853 * x - 0.05983644 * x * x) - 1.652202;
}
