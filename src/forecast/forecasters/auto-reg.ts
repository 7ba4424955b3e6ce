import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall, refusal } from "../../contract/outcome.ts";
import { isConstant } from "../../numerics/is-constant.ts";
import { type AutoReg, type AutoRegOptions, fitAutoReg, fittedRows, projectAutoReg } from "../arima/autoregression.ts";
import { forecaster, type Plain } from "../component.ts";
import { normalPredictive } from "../predictive.ts";
import type { Training } from "../training.ts";

interface Params {
  lags: number | number[] | null;
  trend: AutoRegOptions["trend"];
  seasonal: boolean;
  hold_back: number | null;
  period: number | null;
}

const lag = z.int().check(z.gte(1), z.lte(1000));

/** What the regression is told. BadCall for a seasonal model without a season, and for too few rows held back. */
function optionsOf(
  { lags, trend, seasonal, hold_back, period }: Params,
  train: Pick<Training, "periods">,
): AutoRegOptions {
  const list = typeof lags === "number" ? Array.from({ length: lags }, (_, i) => i + 1) : [...new Set(lags ?? [])];
  list.sort((a, b) => a - b);
  const longest = list[list.length - 1] ?? 0;
  const held = hold_back ?? longest;
  if (held < longest) throw new BadCall(`spec: AutoREG: hold_back=${held} is less than the longest lag, ${longest}`);
  const season = seasonal ? (period ?? train.periods[0]) : 1;
  if (season === undefined) throw new BadCall("spec: AutoREG: seasonal=True needs period, the season in rows");
  return { lags: list, trend, period: season, hold_back: held };
}

/** Lags of equal values are the constant again. */
function constant({ label, y }: Training): Error {
  const remedy = "use NaiveForecaster() or AutoARIMA(), which go on with that value";
  return refusal(
    "ConstantSeries",
    `${label}: all ${y.length} values are ${y[0]}, so no lag explains anything; ${remedy}`,
    { check: "spread", observed: 0, required: "values that differ", remedy },
  );
}

export default forecaster<Params, AutoReg>({
  name: "AutoREG",
  object_type: "forecaster",
  summary: "Autoregression with trend, seasonal means and explaining columns by least squares.",
  source: "ordinary least squares given the first rows, as AutoReg of statsmodels",
  parameters: z.strictObject({
    lags: field(
      z._default(z.nullable(z.union([z.int().check(z.gte(0), z.lte(1000)), z.array(lag)])), null),
      "How many lags, or which; None for none.",
    ),
    trend: field(z._default(z.enum(["n", "c", "t", "ct"]), "c"), "None, constant, line, both."),
    seasonal: field(z._default(z.boolean(), false), "A mean for each season."),
    hold_back: field(
      z._default(z.nullable(z.int().check(z.gte(0))), null),
      "Rows at the start left out; None: the longest lag.",
    ),
    period: field(z._default(z.nullable(z.int().check(z.gte(2))), null), "Season in rows; None for the calendar's."),
  }),
  tags: { "capability:pred_int": true, "capability:exogenous": true, "capability:update": true },
  refuses: ["SingularModel", "ConstantSeries"],
  example: "forecast predict demo:nile --spec 'AutoREG(lags=2)' --horizon 3",
  minLength(params, train) {
    const { lags, trend, period, hold_back } = optionsOf(params, train);
    return hold_back + lags.length + trend.replace("n", "").length + (period - 1) + train.x.length + 2;
  },
  fit(train, params) {
    const options = optionsOf(params, train);
    if (options.lags.length > 0 && isConstant(train.y)) throw constant(train);
    return fitAutoReg(train, options);
  },
  predict(fit, _params, { steps, x }) {
    const { mean, variance, psi } = projectAutoReg(fit, x, steps[steps.length - 1]);
    const at = (values: Float64Array) => Float64Array.from(steps, (step) => values[step - 1]);
    return normalPredictive(at(mean), at(variance), "psi weights", { sigma2: fit.sigma2, psi });
  },
  update: (fit, { y, x }) => ({ ...fit, y: [...y], fitted: fittedRows(fit, fit.values, y, x) }),
  fitted: ({ fitted }) => Float64Array.from(fitted, (value) => value ?? Number.NaN),
  describe(fit) {
    const { names, values, standard_errors, sigma2, sigma2_ml, n_used, period, lags } = fit;
    const coefficients = names.map((name, k) => ({ name, value: values[k], standard_error: standard_errors[k] }));
    const criteria: Record<string, Plain> =
      sigma2 > 0
        ? { aic: fit.aic, bic: fit.bic }
        : { aic: null, aic_reason: "no noise is left", bic: null, bic_reason: "no noise is left" };
    return {
      model: `AutoReg(${lags.length === 0 ? "0" : lags.join(", ")})`,
      params: { coefficients, sigma2, sigma2_ml, ...criteria, n_used },
      period,
      warnings: [],
    };
  },
});
