import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall } from "../../../src/contract/outcome.ts";
import { fitPolynomial, polynomialAt, powerCoefficients } from "../../../src/forecast/polynomial.ts";
import oracle from "../../oracles/classic-forecasters.json" with { type: "json" };
import classics from "../../oracles/series-r.json" with { type: "json" };
import { near } from "../../support/near.ts";
import { tryForecaster } from "../../support/try-forecaster.ts";

const airline = classics.AirPassengers;
const python = (value: boolean) => (value ? "True" : "False");

test("points, 90 % bounds, s² and coefficients of polynomial trends are statsmodels'", async () => {
  for (const { degree, with_intercept, point, lower, upper, s2, coefficients } of oracle.polynomial) {
    const text = `PolynomialTrendForecaster(degree=${degree}, with_intercept=${python(with_intercept)})`;
    const { predict, found } = await tryForecaster(text, airline);
    const predicted = await predict(12);
    near(predicted.point, point, 1e-9);
    const bound = (p: number) => point.map((_, i) => predicted.quantile(i, p));
    near(bound(0.05), lower, 1e-9);
    near(bound(0.95), upper, 1e-9);
    near([Number(found.params.s2)], [s2], 1e-9);
    near(found.params.coefficients as number[], with_intercept ? coefficients : [0, ...coefficients], 1e-6);
  }
});

test("the line of airline has its published slope, and TrendForecaster is that line", async () => {
  const { predict, found } = await tryForecaster("TrendForecaster()", airline);
  near((await predict(3)).point, [472.94444, 475.60163, 478.25881], 1e-7);
  near(found.params.coefficients as number[], [90.3099616858, 2.657183908], 1e-9);
});

test("a high degree far from 0 is fitted without loss: a cubic is found again at degree 12 from step 1000 on", () => {
  const cubic = (t: number) => 5 - 0.1 * (t - 1050) + 1e-3 * (t - 1050) ** 3;
  const y = Float64Array.from({ length: 100 }, (_, i) => cubic(1000 + i));
  const fit = fitPolynomial(y, 1000, 12, true);
  near([polynomialAt(fit, 1101).value], [cubic(1101)], 1e-6);
  const line = fitPolynomial(Float64Array.of(7, 9, 11), 1000, 1, true);
  near(powerCoefficients(line), [7 - 2000, 2], 1e-9);
});

test("too few rows for a degree are SeriesTooShort; degree 0 without a constant is a bad call", async () => {
  await assert.rejects(tryForecaster("PolynomialTrendForecaster(degree=3)", [1, 2, 3, 4]), { name: "SeriesTooShort" });
  await assert.rejects(tryForecaster("PolynomialTrendForecaster(degree=0, with_intercept=False)", [1, 2, 3]), BadCall);
  await assert.rejects(tryForecaster("TrendForecaster(regressor='svm')", [1, 2, 3]), BadCall);
});
