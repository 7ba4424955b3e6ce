import { BadCall, refusal } from "../../contract/outcome.ts";
import { averageCycles, bisquare, newSpace, type Plan, sweep } from "./stl-sweep.ts";

/** Additive components: y = seasonal + trend + remainder, each of y's length and in its units. */
export interface Decomposition {
  seasonal: Float64Array;
  trend: Float64Array;
  remainder: Float64Array;
}

/** What STL can be told; windows are made odd and at least 3. */
export interface StlOptions {
  /** Span of the seasonal loess in cycles, or "periodic": the same season in every cycle. Default 7. */
  seasonal?: number | "periodic";
  /** Span of the trend loess; default the next odd number from 1.5·m / (1 − 1.5/seasonal) up. */
  trend?: number;
  /** Span of the low-pass loess; default the next odd number above m. */
  low_pass?: number;
  seasonal_degree?: 0 | 1;
  trend_degree?: 0 | 1;
  low_pass_degree?: 0 | 1;
  seasonal_jump?: number;
  trend_jump?: number;
  low_pass_jump?: number;
  /** Down-weight outliers in outer iterations. */
  robust?: boolean;
  /** Default 5, with `robust` 2. */
  inner_iterations?: number;
  /** Default 0, with `robust` 15. */
  outer_iterations?: number;
}

/** A decomposition by STL, and what its robust passes made of each value. */
export interface StlFit extends Decomposition {
  /** Robustness weight in 0…1 of each value; 1 without outer iterations. */
  weights: Float64Array;
}

/**
 * Seasonal-trend decomposition by loess (Cleveland, Cleveland, McRae & Terpenning 1990). Defaults are those of
 * statsmodels' `STL`; `stlOptionsOfR` gives those of R's `stl`. Values are finite; fewer than two whole cycles are refused.
 */
export function stl(y: Float64Array, period: number, options: StlOptions = {}): StlFit {
  requireCycles(y.length, period);
  const plan = planOf(y.length, period, options);
  const n = y.length;
  const space = newSpace(n, period);
  const fit = { seasonal: new Float64Array(n), trend: new Float64Array(n), remainder: new Float64Array(n) };
  const weights = new Float64Array(n).fill(1);
  for (let k = 0; ; k++) {
    for (let i = 0; i < plan.inner; i++) sweep(y, plan, k > 0 ? weights : null, fit, space);
    if (k >= plan.outer) break;
    for (let t = 0; t < n; t++) fit.remainder[t] = Math.abs(y[t] - fit.seasonal[t] - fit.trend[t]);
    bisquare(fit.remainder, weights);
  }
  if (options.seasonal === "periodic") averageCycles(fit.seasonal, period);
  for (let t = 0; t < n; t++) fit.remainder[t] = y[t] - fit.seasonal[t] - fit.trend[t];
  return { ...fit, weights };
}

/**
 * The defaults of R's `stl` for n values: seasonal degree 0, jumps of a tenth of each span, a low-pass span of m made
 * odd, 2 inner iterations (robust: 1, and 15 outer).
 */
export function stlOptionsOfR(n: number, period: number, seasonal: number | "periodic", robust = false): StlOptions {
  const span = seasonal === "periodic" ? 10 * n + 1 : seasonal;
  const trend = odd(Math.ceil((1.5 * period) / (1 - 1.5 / span)));
  return {
    seasonal,
    trend,
    low_pass: odd(period),
    seasonal_degree: 0,
    seasonal_jump: Math.ceil(span / 10),
    trend_jump: Math.ceil(trend / 10),
    low_pass_jump: Math.ceil(odd(period) / 10),
    robust,
    inner_iterations: robust ? 1 : 2,
  };
}

/** Refuses a series with fewer than two whole cycles of m, and an m that has no season. */
export function requireCycles(n: number, period: number): void {
  if (!Number.isInteger(period) || period < 2)
    throw new BadCall(`a season needs a whole period of 2 or more, not ${period}`);
  if (n >= 2 * period) return;
  throw refusal(
    "SeriesTooShort",
    `${n} observations hold fewer than two cycles of ${period}; give at least ${2 * period}, or a shorter period`,
    { check: "whole_cycles", observed: n, required: 2 * period, remedy: "give a longer series, or a shorter sp" },
  );
}

/** The spans, jumps and iterations that the options and their defaults come to. */
function planOf(n: number, m: number, o: StlOptions): Plan {
  const periodic = o.seasonal === "periodic";
  const seasonal = periodic ? 10 * n + 1 : odd(Number(o.seasonal ?? 7));
  const trend = odd(o.trend ?? Math.ceil((1.5 * m) / (1 - 1.5 / seasonal)));
  const low = odd(o.low_pass ?? m + 1);
  return {
    m,
    season: {
      span: seasonal,
      degree: o.seasonal_degree ?? (periodic ? 0 : 1),
      jump: o.seasonal_jump ?? (periodic ? n : 1),
    },
    trend: { span: trend, degree: o.trend_degree ?? 1, jump: o.trend_jump ?? 1 },
    lowPass: { span: low, degree: o.low_pass_degree ?? 1, jump: o.low_pass_jump ?? 1 },
    inner: o.inner_iterations ?? (o.robust ? 2 : 5),
    outer: o.outer_iterations ?? (o.robust ? 15 : 0),
  };
}

/** The next odd number from x up, at least 3. */
function odd(x: number): number {
  return Math.max(3, x % 2 === 0 ? x + 1 : x);
}
