import assert from "node:assert/strict";
import { test } from "node:test";
import type { Constant, Problem, Regressor } from "../../../src/forecast/arima/design.ts";
import { type ArimaFit, fitArima } from "../../../src/forecast/arima/fit.ts";
import { projectArima } from "../../../src/forecast/arima/project.ts";
import traces from "../../oracles/arima-auto.json" with { type: "json" };
import oracle from "../../oracles/arima-fixed.json" with { type: "json" };
import statsmodels from "../../oracles/arima-tests.json" with { type: "json" };
import { close } from "../../support/close.ts";

interface Case {
  y: (number | null)[];
  m: number;
  order: number[];
  seasonal: number[];
  x: Record<string, number[]> | null;
  coef: Record<string, number>;
  se: Record<string, number>;
  sigma2: number;
  loglik: number;
  aic: number;
  mean: number[];
  sd: number[];
  residuals: (number | null)[];
  css: { coef: Record<string, number>; sigma2: number } | null;
}

const cases = oracle.cases as unknown as Record<string, Case>;

function problemOf(name: string): Problem & { future: Regressor[] } {
  const { y, m, order, seasonal, x, coef } = cases[name];
  const [p, d, q] = order;
  const [P, D, Q] = seasonal;
  const future = Object.entries(x ?? {}).map(([key, values]) => ({ name: key, values: Float64Array.from(values) }));
  const constant: Constant = "intercept" in coef ? "mean" : "none";
  return {
    label: name,
    y: Float64Array.from(y, (value) => value ?? Number.NaN),
    x: future.map((column) => ({ ...column, values: column.values.slice(0, y.length) })),
    orders: { p, d, q, P, D, Q, m },
    constant,
    future,
  };
}

const byName = (fit: ArimaFit) => new Map(fit.coefficients.map((c) => [c.name, c]));

// R starts a differenced process from a prior variance of 1e6 instead of leaving the first rows out: 3e-3 in the
// log-likelihood of the airline model. Its standard errors come from differences of 1e-3.
for (const [name, r] of Object.entries(cases)) {
  const problem = problemOf(name);
  const differenced = problem.orders.d + problem.orders.D > 0;
  const fit = fitArima(problem);

  test(`${name}: likelihood, coefficients and standard errors are those of R's arima`, () => {
    close(fit.loglik! - r.loglik, 0, differenced ? 4e-3 : 1e-6, "log-likelihood");
    close(fit.sigma2_ml / r.sigma2, 1, differenced ? 2e-4 : 1e-5, "sigma2");
    const found = byName(fit);
    assert.deepEqual([...found.keys()].sort(), Object.keys(r.coef).sort());
    for (const [key, value] of Object.entries(r.coef)) {
      const { value: ours, standard_error } = found.get(key)!;
      close((ours - value) / r.se[key], 0, differenced ? 1e-2 : 1e-3, key);
      close(standard_error! / r.se[key], 1, 0.02, key);
    }
    assert.ok(fit.converged);
  });

  test(`${name}: forecasts and their spread are those of R's predict`, () => {
    const { future, y } = problem;
    const { mean, variance } = projectArima(fit, y, future, 8);
    const spread = r.sd[7];
    for (let h = 0; h < 8; h++) {
      close((mean[h] - r.mean[h]) / spread, 0, 2e-3, `h = ${h + 1}`);
      // R's predict takes the maximum likelihood variance.
      close(Math.sqrt((variance[h] * fit.sigma2_ml) / fit.sigma2) / r.sd[h], 1, 2e-4, `sd h = ${h + 1}`);
    }
  });
}

test("residuals are R's where a full model stands, and null in rows used up by differencing or missing", () => {
  const problem = problemOf("log_airline_gaps");
  const { residuals } = fitArima(problem);
  for (let t = 0; t < 13; t++) assert.equal(residuals[t], null);
  for (const t of [19, 50, 51, 52, 99, 143]) assert.equal(residuals[t], null);
  for (const t of [40, 80, 120, 142]) close(residuals[t]! / cases.log_airline_gaps.residuals[t]!, 1, 1e-2);
});

test("conditional sum of squares gives R's estimates where those are stationary and invertible", () => {
  for (const name of ["lynx_ar2", "nile_arma11", "wwwusage_310", "log_airline", "seasonal_ar", "two_regressors"]) {
    const fit = fitArima(problemOf(name), "css");
    const css = cases[name].css!;
    close(fit.sigma2_ml / css.sigma2, 1, 1e-6);
    for (const [key, value] of Object.entries(css.coef)) {
      close(byName(fit).get(key)!.value, value, 1e-3, `${name} ${key}`);
    }
    assert.equal(fit.loglik, null);
  }
});

test("the exact likelihood after differencing is that of statsmodels to ten digits, or better", () => {
  for (const { series, order, seasonal, loglik } of statsmodels.sarimax) {
    const y = Float64Array.from(traces.series[series as keyof typeof traces.series].y);
    const [p, d, q] = order;
    const [P, D, Q, m] = seasonal;
    const constant = series === "lynx" ? ("mean" as const) : ("none" as const);
    const fit = fitArima({ label: series, y, x: [], orders: { p, d, q, P, D, Q, m: Math.max(1, m) }, constant });
    assert.ok(fit.loglik! > loglik - 1e-6, `${series}: ${fit.loglik} ${loglik}`);
  }
});

test("AIC, AICc and BIC follow from the log-likelihood, n after differencing and k with the variance", () => {
  const fit = fitArima(problemOf("log_airline"));
  assert.deepEqual([fit.n_used, fit.k], [131, 3]);
  close(fit.aic!, -2 * fit.loglik! + 6, 1e-12);
  close(fit.aicc!, fit.aic! + 24 / 127, 1e-12);
  close(fit.bic!, fit.aic! + 3 * (Math.log(131) - 2), 1e-12);
  close(fit.sigma2, (fit.sigma2_ml * 131) / 129, 1e-15);
});
