import { standardErrors } from "./covariance.ts";
import { type Constant, type Design, designOf, type Problem, regressionOf } from "./design.ts";
import { type Estimate, estimate, type Method } from "./estimate.ts";
import { armaCount, armaNames, lostRows, type Orders } from "./orders.ts";
import { filteredResiduals } from "./project.ts";

/** What a forecast needs: the equation. Plain JSON. */
export interface ArimaModel {
  orders: Orders;
  constant: Constant;
  /** Regressors by name, the constant first, and their coefficients. */
  regressors: string[];
  beta: number[];
  /** ar, ma, sar, sma. */
  arma: number[];
  /** Innovation variance: squares / n (maximum likelihood), and squares / (n − coefficients). */
  sigma2_ml: number;
  sigma2: number;
}

/** A coefficient with its standard error from the observed information; null where that has none. */
export interface Coefficient {
  name: string;
  value: number;
  standard_error: number | null;
}

/** A fitted ARIMA. Plain JSON; criteria are null when the innovations vanish, or for `css`. */
export interface ArimaFit extends ArimaModel {
  method: Method;
  coefficients: Coefficient[];
  /** Rows after differencing that were seen, and estimated numbers with the variance: n and k of the criteria. */
  n_used: number;
  k: number;
  loglik: number | null;
  aic: number | null;
  aicc: number | null;
  bic: number | null;
  /** Innovations over √F in the units of y, one a row; null in rows used up by differencing (`css`: and by lags) and in missing ones. */
  residuals: (number | null)[];
  converged: boolean;
  iterations: number;
}

/**
 * Fits an ARIMA with regressors by exact maximum likelihood (or conditional sum of squares), σ² concentrated out:
 * loglik = −½(n·ln 2πσ² + Σ ln F + n) with n the rows after differencing; AIC = −2·loglik + 2k with k the coefficients
 * and σ², AICc = AIC + 2k(k + 1)/(n − k − 1), BIC = AIC + k(ln n − 2). Refuses SingularModel and SeriesTooShort.
 */
export function fitArima(problem: Problem, method: Method = "ml"): ArimaFit {
  const design = designOf(problem);
  const { orders, constant } = problem;
  const k = armaCount(orders) + design.names.length + 1;
  const base = { orders, constant, regressors: design.names, n_used: design.used, k };
  if (design.scale === 0) return { ...base, ...withoutNoise(problem, design) };
  const found = estimate(design, method);
  const sum = found.squares * design.scale ** 2;
  const errors = standardErrors(design, found);
  const beta = [...regressionOf(design, found.beta)];
  const values = [...found.coefficients, ...beta];
  const model = {
    ...base,
    beta,
    arma: [...found.coefficients],
    sigma2_ml: sum / found.count,
    sigma2: sum / Math.max(1, design.used - k + 1),
  };
  return {
    ...model,
    method: found.method,
    coefficients: named(orders, design.names, values, errors),
    ...criteria(found, design, k),
    residuals: residualsOf(problem, design, found, model),
    converged: found.converged,
    iterations: found.iterations,
  };
}

function named(orders: Orders, names: string[], values: number[], errors: Float64Array | null): Coefficient[] {
  return [...armaNames(orders), ...names].map((name, i) => ({
    name,
    value: values[i],
    standard_error: errors?.[i] ?? null,
  }));
}

/** A series that its regressors and differences explain to rounding: no ARMA part, no innovations, no likelihood. */
function withoutNoise({ orders, y }: Problem, design: Design) {
  const arma = Array.from({ length: armaCount(orders) }, () => 0);
  const beta = [...regressionOf(design, new Float64Array(design.names.length))];
  return {
    beta,
    arma,
    sigma2_ml: 0,
    sigma2: 0,
    method: "ml" as const,
    coefficients: named(orders, design.names, [...arma, ...beta], null),
    loglik: null,
    aic: null,
    aicc: null,
    bic: null,
    residuals: Array.from(y, (value, t) => (t < design.span.from + lostRows(orders) || Number.isNaN(value) ? null : 0)),
    converged: true,
    iterations: 0,
  };
}

function criteria(found: Estimate, { scale }: Design, k: number) {
  if (found.method === "css" || !(found.squares > 0)) return { loglik: null, aic: null, aicc: null, bic: null };
  const n = found.count;
  const sigma2 = (found.squares * scale ** 2) / n;
  const loglik = -0.5 * (n * Math.log(2 * Math.PI * sigma2) + found.logDeterminant + n);
  const aic = -2 * loglik + 2 * k;
  const aicc = n - k - 1 > 0 ? aic + (2 * k * (k + 1)) / (n - k - 1) : null;
  return { loglik, aic, aicc, bic: aic + k * (Math.log(n) - 2) };
}

/** Innovations over √F. With gaps they come from the filter, since the free values of missing rows know the future. */
function residualsOf({ y, x, orders }: Problem, design: Design, found: Estimate, model: ArimaModel): (number | null)[] {
  const { span } = design;
  const conditioned = found.method === "css" ? orders.p + orders.m * orders.P : 0;
  const start = span.from + lostRows(orders) + conditioned;
  if (span.missing.length > 0) {
    const standardised = filteredResiduals(model, y, x);
    return Array.from(y, (value, t) => (t < start || Number.isNaN(value) ? null : standardised[t]));
  }
  const [series, ...regressors] = found.likelihood.whitener.whitened;
  const first = span.to - series.length;
  return Array.from(y, (_, t) => {
    if (t < start || t >= span.to) return null;
    const left = regressors.reduce((rest, column, k) => rest - found.beta[k] * column[t - first], series[t - first]);
    return left * design.scale;
  });
}
