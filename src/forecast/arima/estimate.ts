import { bfgs, type Minimum } from "../../numerics/bfgs.ts";
import { conditionalWhitener } from "./conditional.ts";
import type { Design } from "./design.ts";
import { exactWhitener } from "./exact.ts";
import { armaCount } from "./orders.ts";
import { boundedInto } from "./parameters.ts";
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
  /** Sum of squared scaled innovations, Σ ln F (with the freedom of missing rows), and the rows that they run over. */
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
  /** Rows that count, less the free values of missing ones: the n above. */
  count: number;
  profile: Profile;
  /** At the best regression coefficients. NaN where the coefficients admit no process. */
  profiled(coefficients: Float64Array): number;
  /** At regression coefficients that stand behind the others in the vector. */
  full(all: Float64Array): number;
}

/** The likelihood of a design; allocates here, never per evaluation. */
export function likelihoodOf(design: Design, method: Method): Likelihood {
  const { orders, columns, levels, used, nuisance } = design;
  const [p, q] = [orders.p + orders.m * orders.P, orders.q + orders.m * orders.Q];
  const [phi, theta] = [new Float64Array(p), new Float64Array(q)];
  const whitener = levels
    ? gapWhitener(columns, p, q, differencing(orders), used)
    : method === "css"
      ? conditionalWhitener(columns, p)
      : exactWhitener(columns, p, q);
  const regression = profile(whitener, nuisance);
  const count = whitener.count - nuisance;
  const arma = new Float64Array(armaCount(orders));
  const value = (coefficients: Float64Array, squares: () => number) => {
    expandInto(coefficients, orders, phi, theta);
    const logDeterminant = whitener.run(phi, theta);
    if (Number.isNaN(logDeterminant)) return Number.NaN;
    const sum = squares();
    return 0.5 * (Math.log(sum / count) + (logDeterminant + regression.freedom) / count);
  };
  return {
    whitener,
    count,
    profile: regression,
    profiled: (coefficients) => value(coefficients, regression.solve),
    full: (all) => {
      arma.set(all.subarray(0, arma.length));
      return value(arma, () => regression.at(all, arma.length));
    },
  };
}

/** How closely the searches look: the conditional one only has to lead the other to its valley. */
const CSS_TOLERANCE = 1e-9;
const ML_TOLERANCE = 1e-11;
/** A start stays this far from the unit circle, |partial| <= tanh 2, where the search could not leave it. */
const EDGE = 2;

/**
 * Maximum likelihood by BFGS over partial autocorrelations, from the conditional sum of squares or from 0, whichever is
 * more likely; or the conditional sum of squares alone, over the same stationary and invertible coefficients. A series
 * with gaps is always fitted by maximum likelihood.
 */
export function estimate(design: Design, method: Method): Estimate {
  const { orders, levels, span } = design;
  const zeros = new Float64Array(armaCount(orders));
  const conditional = levels ? null : searchOf(design, "css");
  if (conditional !== null && method === "css" && span.missing.length === 0) {
    return resultOf(conditional, "css", bfgs(conditional.objective, zeros, CSS_TOLERANCE));
  }
  const exact = searchOf(design, "ml");
  let start = zeros;
  if (conditional !== null && zeros.length > 0) {
    const found = bfgs(conditional.objective, zeros, CSS_TOLERANCE, 100);
    const inside = found.x.map((value) => Math.max(-EDGE, Math.min(EDGE, value)));
    if (exact.objective(inside) < exact.objective(zeros)) start = inside;
  }
  return resultOf(exact, "ml", bfgs(exact.objective, start, ML_TOLERANCE));
}

interface Search {
  likelihood: Likelihood;
  /** Over unbounded parameters; leaves their coefficients in `coefficients`. */
  objective(free: Float64Array): number;
  coefficients: Float64Array;
}

function searchOf(design: Design, method: Method): Search {
  const { orders } = design;
  const n = armaCount(orders);
  const likelihood = likelihoodOf(design, method);
  const [work, coefficients] = [new Float64Array(n), new Float64Array(n)];
  const objective = (free: Float64Array) => {
    boundedInto(free, orders, work, coefficients);
    return likelihood.profiled(coefficients);
  };
  return { likelihood, objective, coefficients };
}

function resultOf({ likelihood, objective, coefficients }: Search, method: Method, found: Minimum): Estimate {
  const { count, profile: regression } = likelihood;
  const value = objective(found.x);
  const squares = regression.solve();
  return {
    method,
    coefficients: coefficients.slice(),
    beta: regression.beta.slice(),
    squares,
    logDeterminant: count * (2 * value - Math.log(squares / count)),
    count,
    converged: found.converged,
    iterations: found.iterations,
    likelihood,
  };
}
