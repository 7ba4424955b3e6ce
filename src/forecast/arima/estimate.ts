import { bfgs } from "../../numerics/bfgs.ts";
import { conditionalWhitener } from "./conditional.ts";
import type { Design } from "./design.ts";
import { exactWhitener } from "./exact.ts";
import { armaCount } from "./orders.ts";
import { boundedInto, freeOf } from "./parameters.ts";
import { differencing, expandInto } from "./polynomial.ts";
import { type Profile, profile } from "./profile.ts";
import type { Whitener } from "./whitener.ts";
import { gapWhitener } from "./with-gaps.ts";

/** How the coefficients were found: exact Gaussian likelihood, or conditional sum of squares. */
export type Method = "ml" | "css";

/** Estimates in the design's units. */
export interface Estimate {
  method: Method;
  /** ar, ma, sar, sma. */
  coefficients: Float64Array;
  /** Of the orthonormal regressors. */
  beta: Float64Array;
  /** Sum of squared scaled innovations, Σ ln F, and the rows that they run over. */
  squares: number;
  logDeterminant: number;
  count: number;
  converged: boolean;
  iterations: number;
  likelihood: Likelihood;
}

/** ½(ln σ̂² + Σ ln F / n): minus the log-likelihood a row, up to a constant, as a function of the coefficients. */
export interface Likelihood {
  whitener: Whitener;
  profile: Profile;
  /** At the best regression coefficients. NaN where the coefficients admit no process. */
  profiled(coefficients: Float64Array): number;
  /** At regression coefficients that stand behind the others in the vector. */
  full(all: Float64Array): number;
}

/** The likelihood of a design; allocates here, never per evaluation. */
export function likelihoodOf(design: Design, method: Method): Likelihood {
  const { orders, columns, gaps, used } = design;
  const [p, q] = [orders.p + orders.m * orders.P, orders.q + orders.m * orders.Q];
  const [phi, theta] = [new Float64Array(p), new Float64Array(q)];
  const whitener = gaps
    ? gapWhitener(columns, p, q, differencing(orders), used)
    : method === "css"
      ? conditionalWhitener(columns, p)
      : exactWhitener(columns, p, q);
  const regression = profile(whitener);
  const arma = new Float64Array(armaCount(orders));
  const value = (coefficients: Float64Array, squares: () => number) => {
    expandInto(coefficients, orders, phi, theta);
    const logDeterminant = whitener.run(phi, theta);
    if (Number.isNaN(logDeterminant)) return Number.NaN;
    return 0.5 * (Math.log(squares() / whitener.count) + logDeterminant / whitener.count);
  };
  return {
    whitener,
    profile: regression,
    profiled: (coefficients) => value(coefficients, regression.solve),
    full: (all) => {
      arma.set(all.subarray(0, arma.length));
      return value(arma, () => regression.at(all, arma.length));
    },
  };
}

/** Where the search starts and how closely it looks: loose in a search over many models. */
const CSS_TOLERANCE = 1e-9;
const ML_TOLERANCE = 1e-11;

/**
 * Maximum likelihood by BFGS over partial autocorrelations from the conditional sum of squares (from 0 with gaps, or
 * when that start is worse), or the conditional sum of squares alone, unbounded as in R's `arima`.
 */
export function estimate(design: Design, method: Method): Estimate {
  const { orders, gaps } = design;
  const n = armaCount(orders);
  const zeros = new Float64Array(n);
  if (method === "css" && !gaps) {
    const likelihood = likelihoodOf(design, "css");
    const found = bfgs(likelihood.profiled, zeros, CSS_TOLERANCE);
    return resultOf(likelihood, "css", found.x, found);
  }
  const likelihood = likelihoodOf(design, "ml");
  const [work, bounded] = [new Float64Array(n), new Float64Array(n)];
  const objective = (free: Float64Array) => {
    boundedInto(free, orders, work, bounded);
    return likelihood.profiled(bounded);
  };
  const start = gaps || n === 0 ? zeros : conditionalStart(design);
  const better = !gaps && objective(start) <= objective(zeros) ? start : zeros;
  const found = bfgs(objective, better, ML_TOLERANCE);
  boundedInto(found.x, orders, work, bounded);
  return resultOf(likelihood, "ml", bounded, found);
}

function conditionalStart(design: Design): Float64Array {
  const { orders } = design;
  const likelihood = likelihoodOf(design, "css");
  const zeros = new Float64Array(armaCount(orders));
  if (likelihood.whitener.count <= zeros.length + design.names.length) return zeros;
  return freeOf(bfgs(likelihood.profiled, zeros, CSS_TOLERANCE, 100).x, orders);
}

function resultOf(
  likelihood: Likelihood,
  method: Method,
  coefficients: Float64Array,
  { converged, iterations }: { converged: boolean; iterations: number },
): Estimate {
  const { whitener, profile: regression } = likelihood;
  const value = likelihood.profiled(coefficients);
  const squares = regression.solve();
  const count = whitener.count;
  const logDeterminant = 2 * value * count - count * Math.log(squares / count);
  return {
    method,
    coefficients: coefficients.slice(),
    beta: regression.beta.slice(),
    squares,
    logDeterminant,
    count,
    converged,
    iterations,
    likelihood,
  };
}
