import { refusal } from "../../contract/outcome.ts";
import { leastSquares } from "../../numerics/least-squares.ts";
import type { NumberColumn } from "../../series/dataset/dataset.ts";
import type { Training } from "../training.ts";
import type { AdfRegression } from "./mackinnon.ts";
import { psiWeights } from "./polynomial.ts";

/** What an autoregression by least squares is told. */
export interface AutoRegOptions {
  /** Lags, ascending. */
  lags: number[];
  /** Deterministic terms in the equation: powers 0, 1 of the row number (n, c, t, ct). */
  trend: Exclude<AdfRegression, "ctt"> | "t";
  /** Season whose means are estimated; 1 for none. */
  period: number;
  /** Rows at the start that are only looked back at; at least the longest lag. */
  hold_back: number;
}

/** A fitted autoregression. Plain JSON. */
export interface AutoReg extends AutoRegOptions {
  names: string[];
  values: number[];
  standard_errors: number[];
  /** RSS / n over the rows of the regression (as statsmodels), and RSS / (n − terms). */
  sigma2_ml: number;
  sigma2: number;
  n_used: number;
  /** Null where no noise is left. */
  aic: number | null;
  bic: number | null;
  /** The rows that it was fitted on, for its next step. */
  y: number[];
  /** What the equation gives for them; null in those that are only looked back at. */
  fitted: (number | null)[];
}

/**
 * y(t) = deterministic terms + seasonal means + Σ φᵢ·y(t − i) + β·x(t) + ε by ordinary least squares over the rows from
 * `hold_back`; coefficients, standard errors (s² = RSS/(n − terms)) as statsmodels' `AutoReg`. Time counts from 1 at the
 * first row. Refuses SingularModel for dependent terms.
 */
export function fitAutoReg({ label, y, x }: Training, options: AutoRegOptions): AutoReg {
  const { hold_back } = options;
  const n = y.length - hold_back;
  const rows = Array.from({ length: n }, (_, i) => termsAt(options, y, x, hold_back + i));
  const names = namesOf(options, x);
  const columns = names.map((_, k) => Float64Array.from(rows, (row) => row[k]));
  const target = y.subarray(hold_back);
  const fit = leastSquares(columns, target);
  if (typeof fit === "number") throw dependent(label, names[fit]);
  // Residuals of a perfect fit are rounding, and no noise.
  const perfect = fit.rss <= 1e-26 * target.reduce((sum, value) => sum + value * value, 0);
  const rss = perfect ? 0 : fit.rss;
  const k = names.length;
  const s2 = rss / Math.max(1, n - k);
  const loglik = -0.5 * n * (Math.log((2 * Math.PI * rss) / n) + 1);
  return {
    ...options,
    names,
    values: [...fit.coefficients],
    standard_errors: Array.from(fit.standard_errors, (error) => (perfect ? 0 : error)),
    sigma2_ml: rss / n,
    sigma2: s2,
    n_used: n,
    aic: perfect ? null : -2 * loglik + 2 * (k + 1),
    bic: perfect ? null : -2 * loglik + Math.log(n) * (k + 1),
    y: [...y],
    fitted: fittedRows(options, [...fit.coefficients], y, x),
  };
}

/** One-step predictions of the rows by given coefficients. */
export function fittedRows(
  options: AutoRegOptions,
  values: readonly number[],
  y: Float64Array,
  x: Pick<NumberColumn, "values">[],
): (number | null)[] {
  return Array.from(y, (_, t) =>
    t < options.hold_back ? null : termsAt(options, y, x, t).reduce((sum, term, k) => sum + term * values[k], 0),
  );
}

function namesOf({ lags, trend, period }: AutoRegOptions, x: { name: string }[]): string[] {
  const powers = trend === "n" ? [] : trend === "c" ? ["const"] : trend === "t" ? ["trend"] : ["const", "trend"];
  const from = trend === "c" || trend === "ct" ? 2 : 1;
  const seasons = period > 1 ? Array.from({ length: period - from + 1 }, (_, i) => `s(${from + i},${period})`) : [];
  return [...powers, ...seasons, ...lags.map((lag) => `L${lag}`), ...x.map(({ name }) => name)];
}

/** Row t of the equation, t counted from 0; `y` holds rows 0 … t − 1 at least. */
function termsAt(
  options: AutoRegOptions,
  y: ArrayLike<number>,
  x: Pick<NumberColumn, "values">[],
  t: number,
): number[] {
  const { lags, trend, period } = options;
  const out: number[] = [];
  if (trend === "c" || trend === "ct") out.push(1);
  if (trend === "t" || trend === "ct") out.push(t + 1);
  const from = trend === "c" || trend === "ct" ? 1 : 0;
  if (period > 1) for (let s = from; s < period; s++) out.push(t % period === s ? 1 : 0);
  for (const lag of lags) out.push(y[t - lag]);
  for (const { values } of x) out.push(values[t]);
  return out;
}

/** Points and variances σ²·Σ_{j<h} ψⱼ² of steps 1 … h, by running the equation on. `x` holds the columns of those steps. */
export function projectAutoReg(fit: AutoReg, x: Pick<NumberColumn, "values">[], h: number) {
  const rows = [...fit.y];
  const n = rows.length;
  const none = x.map(() => ({ values: new Float64Array(1) }));
  for (let k = 0; k < h; k++) {
    const terms = termsAt(fit, rows, none, n + k);
    x.forEach(({ values }, j) => {
      terms[terms.length - x.length + j] = values[k];
    });
    rows.push(terms.reduce((sum, term, j) => sum + term * fit.values[j], 0));
  }
  const phi = new Float64Array(Math.max(0, ...fit.lags));
  for (const lag of fit.lags) phi[lag - 1] = fit.values[fit.names.indexOf(`L${lag}`)];
  const psi = psiWeights(phi, new Float64Array(0), new Float64Array(0), h);
  let sum = 0;
  const variance = psi.map((weight) => {
    sum += weight * weight;
    return sum * fit.sigma2;
  });
  return { mean: Float64Array.from(rows.slice(n)), variance, psi };
}

function dependent(label: string, name: string) {
  const remedy = "leave it out";
  return refusal("SingularModel", `${label}: ${name} is a combination of the other terms; ${remedy}`, {
    check: "rank",
    observed: name,
    required: "independent terms",
    remedy,
  });
}
