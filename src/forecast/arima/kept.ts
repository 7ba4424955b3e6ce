import type { Description, Plain } from "../component.ts";
import { type Ask, normalPredictive, type Predictive } from "../predictive.ts";
import type { Training } from "../training.ts";
import type { Regressor } from "./design.ts";
import type { ArimaFit } from "./fit.ts";
import { lostRows, modelName } from "./orders.ts";
import { predictedRows, projectArima } from "./project.ts";
import { rootOf } from "./roots.ts";

/** A fitted ARIMA as components keep it: the equation, and the rows that its next step goes on from. */
export interface KeptArima {
  fit: Omit<ArimaFit, "residuals">;
  /** Null where missing. */
  y: (number | null)[];
  /** The regressors of those rows, without the constant. */
  x: { name: string; values: number[] }[];
  warnings: string[];
}

/** Columns that a model makes itself over rows 0 … n − 1 of its training. */
export type Made = (n: number) => Regressor[];

export const NONE: Made = () => [];

/** Puts a fit and its rows away. Residuals are left out: they follow from both. */
export function keepArima(fit: ArimaFit, train: Training, made: Made, warnings: string[]): KeptArima {
  const { residuals: _, ...equation } = fit;
  return { fit: equation, ...rowsOf(train, made), warnings: [...warnings, ...warningsOf(fit)] };
}

/** The same model over more rows: nothing is estimated anew. */
export function continueArima(kept: KeptArima, train: Training, made: Made): KeptArima {
  return { ...kept, ...rowsOf(train, made) };
}

function rowsOf({ y, x }: Training, made: Made): Pick<KeptArima, "y" | "x"> {
  return {
    y: Array.from(y, (value) => (Number.isNaN(value) ? null : value)),
    x: [...made(y.length), ...x].map(({ name, values }) => ({ name, values: [...values] })),
  };
}

/** Normal predictions at the steps asked for. */
export function predictArima(kept: KeptArima, { steps, x }: Ask, made: Made): Predictive {
  const h = steps[steps.length - 1];
  const y = valuesOf(kept.y);
  const ahead = [...made(y.length + h).map(({ name, values }) => ({ name, values: values.subarray(y.length) })), ...x];
  const columns = kept.x.map(({ name, values }, k) => ({
    name,
    values: Float64Array.from([...values, ...ahead[k].values.subarray(0, h)]),
  }));
  const { mean, variance, psi } = projectArima(kept.fit, y, columns, h);
  const at = (values: Float64Array) => Float64Array.from(steps, (step) => values[step - 1]);
  const linear = psi === null ? undefined : { sigma2: kept.fit.sigma2, psi };
  const predicted = normalPredictive(at(mean), at(variance), psi === null ? "Kalman filter" : "psi weights", linear);
  return x.length > 0 ? { ...predicted, warnings: [AS_KNOWN] } : predicted;
}

/** Said of intervals of a regression. */
const AS_KNOWN = "the interval takes the coefficients of the explaining columns as known, and their future values too";

/** One-step predictions of the rows; NaN in those that differencing uses up. */
export function fittedArima(kept: KeptArima): Float64Array {
  const columns = kept.x.map(({ name, values }) => ({ name, values: Float64Array.from(values) }));
  return predictedRows(kept.fit, valuesOf(kept.y), columns);
}

function valuesOf(y: (number | null)[]): Float64Array {
  return Float64Array.from(y, (value) => value ?? Number.NaN);
}

/** Estimates with standard errors, variance, criteria and counts. */
export function describeArima({ fit, warnings }: KeptArima): Description {
  const { orders, constant, regressors, sigma2, sigma2_ml, k, n_used, method, converged, iterations } = fit;
  const { p, d, q, P, D, Q, m } = orders;
  const vanished = sigma2 === 0 ? "no noise is left" : "a conditional sum of squares is no likelihood";
  const criteria: Record<string, Plain> = {};
  for (const key of ["loglik", "aic", "aicc", "bic"] as const) {
    criteria[key] = fit[key];
    if (fit[key] !== null) continue;
    criteria[`${key}_reason`] = fit.loglik === null ? vanished : `${n_used} rows for ${k} estimates`;
  }
  const explained = regressors.filter((name) => name !== "intercept" && name !== "drift");
  return {
    model: [modelName(orders, constant), ...(explained.length > 3 ? [`${explained.length} columns`] : explained)].join(
      " + ",
    ),
    params: {
      order: [p, d, q],
      seasonal_order: [P, D, Q, m],
      coefficients: fit.coefficients.map((entry) => ({
        ...entry,
        ...(entry.standard_error === null
          ? { standard_error_reason: "the information matrix is not positive definite" }
          : {}),
      })),
      sigma2,
      sigma2_ml,
      ...criteria,
      n_used,
      k,
      method: method === "ml" ? "exact maximum likelihood" : "conditional sum of squares",
      converged,
      iterations,
    },
    period: P + D + Q > 0 ? m : 1,
    warnings,
  };
}

function warningsOf(fit: ArimaFit): string[] {
  const out: string[] = [];
  if (fit.sigma2 === 0)
    out.push("the rows leave no noise: sigma is 0 and the forecast is certain only if that goes on");
  if (!fit.converged) out.push(`the search stopped after ${fit.iterations} steps before it settled`);
  const root = rootOf(fit.arma, fit.orders);
  if (fit.sigma2 > 0 && root.modulus < 1.01) {
    const advice = root.part === "AR" ? "difference once more" : "difference once less, or take a lower order";
    out.push(`an ${root.part} root has modulus ${root.modulus.toFixed(4)}, next to 1: ${advice}`);
  }
  return out;
}

/** Observations that a model needs: rows lost, one a coefficient, and two for the variance. */
export function leastRows(orders: ArimaFit["orders"], regressors: number): number {
  const { p, q, P, Q } = orders;
  return lostRows(orders) + p + q + P + Q + regressors + 2;
}
