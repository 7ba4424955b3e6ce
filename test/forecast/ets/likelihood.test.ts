import assert from "node:assert/strict";
import { test } from "node:test";
import { fitEts } from "../../../src/forecast/ets/fit.ts";
import { type EtsForm, formName } from "../../../src/forecast/ets/form.ts";
import { likelihoodGradient } from "../../../src/forecast/ets/gradient.ts";
import { negativeLogLikelihood } from "../../../src/forecast/ets/likelihood.ts";
import { etsModel } from "../../../src/forecast/ets/model.ts";
import { near } from "../../numerics/near.ts";
import { formOf, givenBy, R_FITS, valuesOf } from "./series.ts";

test("with R's parameters and start states every form has R's log-likelihood, to 1e-9", () => {
  for (const row of R_FITS) {
    const fit = fitEts(valuesOf(row.series), formOf(row), { fixed: givenBy(row) });
    near(fit?.loglik ?? Number.NaN, row.loglik, 1e-9, `${row.series} ${formName(formOf(row))}`);
  }
  assert.ok(new Set(R_FITS.map((row) => formName(formOf(row)))).size >= 28, "nearly all 30 forms are compared");
});

/** Thirty forms on a short seasonal series of positive numbers. */
function forms(m: number): EtsForm[] {
  const all: EtsForm[] = [];
  for (const error of ["A", "M"] as const)
    for (const trend of ["N", "A", "M"] as const)
      for (const damped of trend === "N" ? [false] : [false, true])
        for (const season of ["N", "A", "M"] as const) all.push({ error, trend, damped, season, m });
  return all;
}

test("the gradient of every form is that of central differences", () => {
  const y = valuesOf("UKgas").map((x) => x / 300);
  for (const form of forms(4)) {
    const model = etsModel(form, y);
    const point = new Float64Array(6 + model.m);
    point.set([0.3, 0.1, 0.2, form.damped ? 0.9 : 1, 0.6, form.trend === "M" ? 1.01 : 0.01]);
    if (form.season !== "N")
      for (let j = 0; j < 4; j++) point[6 + j] = (form.season === "M" ? 1 : 0) + 0.1 * Math.cos(j);
    const gradient = new Float64Array(point.length);
    assert.ok(Number.isFinite(negativeLogLikelihood(model, point)), formName(form));
    likelihoodGradient(model, point, gradient);
    for (let i = 0; i < point.length; i++) {
      if (form.trend === "N" && (i === 1 || i === 3 || i === 5)) continue;
      if (form.season === "N" && (i === 2 || i > 5)) continue;
      const at = (step: number) =>
        negativeLogLikelihood(
          model,
          point.map((x, j) => (j === i ? x + step : x)),
        );
      near(gradient[i], (at(1e-6) - at(-1e-6)) / 2e-6, 1e-6, `${formName(form)} by ${i}`);
    }
  }
});
