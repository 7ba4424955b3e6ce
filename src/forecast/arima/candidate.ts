import { standardErrors } from "./covariance.ts";
import { type Constant, designOf, type Problem } from "./design.ts";
import { estimate, type Method } from "./estimate.ts";
import { armaCount, modelName, type Orders } from "./orders.ts";
import { rootOf } from "./roots.ts";

/** Criteria that rank models; smaller is better. */
export type Criterion = "aicc" | "aic" | "bic";

/** One model that was tried: its criterion, or why it is out. */
export interface Candidate {
  orders: Orders;
  constant: Constant;
  model: string;
  /** Null when rejected. */
  criterion: number | null;
  rejected: string | null;
}

/** Roots nearer to the unit circle than this are not told from it (forecast::auto.arima). */
export const LEAST_ROOT = 1.01;

/**
 * Fits one model and scores it: the Gaussian −2·loglik from exact or conditional least squares, and the penalty.
 * Rejected: a root of modulus < 1.01, an information matrix that is not positive definite, too few rows, no noise left.
 */
export function candidate(problem: Problem, method: Method, by: Criterion): Candidate {
  const { orders, constant } = problem;
  const base = { orders, constant, model: modelName(orders, constant) };
  const reject = (rejected: string): Candidate => ({ ...base, criterion: null, rejected });
  const design = designOf(problem);
  const k = armaCount(orders) + design.names.length + 1;
  const n = design.used;
  if (design.scale === 0) return reject("no noise is left");
  if (n - (method === "css" ? orders.p + orders.m * orders.P : 0) <= k) return reject(`${n} rows for ${k} estimates`);
  if (by === "aicc" && n - k - 1 <= 0) return reject(`${n} rows for ${k} estimates: AICc has no value`);
  const found = estimate(design, method);
  if (!(found.squares > 0)) return reject("no likelihood");
  const root = rootOf(found.coefficients, orders);
  if (root.modulus < LEAST_ROOT) return reject(`${root.part} root of modulus ${root.modulus.toFixed(4)}`);
  if (standardErrors(design, found) === null) return reject("information matrix not positive definite");
  const sigma2 = (found.squares * design.scale ** 2) / found.count;
  // Conditional fits lose rows to their lags; the variance of those they have stands for all n, so that models compare.
  const likelihood = n * (Math.log(2 * Math.PI * sigma2) + 1) + found.logDeterminant;
  return { ...base, criterion: likelihood + penalty(by, n, k), rejected: null };
}

function penalty(by: Criterion, n: number, k: number): number {
  if (by === "bic") return k * Math.log(n);
  return 2 * k + (by === "aicc" ? (2 * k * (k + 1)) / (n - k - 1) : 0);
}
