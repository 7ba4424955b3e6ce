import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall } from "../../../src/contract/outcome.ts";
import type { Forecaster } from "../../../src/forecast/component.ts";
import { updateFitted } from "../../../src/forecast/engine.ts";
import classics from "../../oracles/arima-auto.json" with { type: "json" };
import oracle from "../../oracles/arima-tests.json" with { type: "json" };
import { close } from "../../support/close.ts";
import { fitText, forecastOf, idle, predictAt, trainOf } from "../../support/forecasting.ts";

const seriesOf = (name: string) => classics.series[name as keyof typeof classics.series].y;

test("coefficients, standard errors, points and spread are those of statsmodels' AutoReg", async () => {
  for (const { series, lags, trend, params, se, sigma2, mean, sd } of oracle.autoreg) {
    const text = `AutoREG(lags=${JSON.stringify(lags)}, trend='${trend}')`;
    const { point, variance, found } = await forecastOf(text, trainOf(seriesOf(series)), mean.length);
    const ours = found.params.coefficients as { value: number; standard_error: number }[];
    params.forEach((value, k) => {
      close(ours[k].value / value, 1, 1e-8, text);
    });
    // statsmodels divides by n in its variance, and its standard errors follow.
    const ratio = Math.sqrt(Number(found.params.sigma2_ml) / Number(found.params.sigma2));
    se.forEach((value, k) => {
      close((ours[k].standard_error * ratio) / value, 1, 1e-6, text);
    });
    close(Number(found.params.sigma2_ml) / sigma2, 1, 1e-9, text);
    mean.forEach((value, h) => {
      close(point[h] / value, 1, 1e-9, text);
      close((Math.sqrt(variance![h]) * ratio) / sd[h], 1, 1e-9, text);
    });
  }
});

test("seasonal means alone repeat the means of the seasons", async () => {
  const y = Float64Array.from({ length: 20 }, (_, t) => [1, 5, 2, 8][t % 4] + (t % 8 < 4 ? 0.5 : -0.5));
  const { point } = await forecastOf("AutoREG(seasonal=True, period=4)", trainOf(y), 5);
  // Five values a season, three with +.5 and two with −.5.
  [1.1, 5.1, 2.1, 8.1, 1.1].forEach((value, h) => {
    close(point[h], value, 1e-12);
  });
});

test("an exact recursion leaves no noise and goes on exactly", async () => {
  const y = [1, 1];
  for (let t = 2; t < 20; t++) y.push(y[t - 1] - 0.5 * y[t - 2]);
  const { point, found } = await forecastOf("AutoREG(lags=2, trend='n')", trainOf(y), 1);
  close(point[0], y[19] - 0.5 * y[18], 1e-9);
  assert.equal(found.params.aic, null);
});

test("explaining columns enter with the row's own value", async () => {
  const x = Float64Array.from({ length: 30 }, (_, t) => Math.sin(3 * t));
  const y = x.map((value, t) => 2 + 3 * value + 0.01 * Math.cos(t * t));
  const train = trainOf(y.slice(0, 28), { x: [{ name: "x", values: x.slice(0, 28) }] });
  const { point } = await forecastOf("AutoREG()", train, 2, [{ name: "x", values: x.slice(28) }]);
  close(point[1], y[29], 0.02);
});

test("a column that repeats the constant is SingularModel; short series and calls without sense are refused", async () => {
  const x = [{ name: "one", values: new Float64Array(30).fill(4) }];
  const y = Array.from({ length: 30 }, (_, t) => Math.sin(t * t));
  await assert.rejects(fitText("AutoREG()", trainOf(y, { x })), {
    name: "SingularModel",
    message: /one is a combination/,
  });
  await assert.rejects(fitText("AutoREG(lags=10)", trainOf(y.slice(0, 20))), { name: "SeriesTooShort" });
  await assert.rejects(fitText("AutoREG(lags=3, hold_back=2)", trainOf(y)), BadCall);
  await assert.rejects(fitText("AutoREG(seasonal=True)", trainOf(y)), BadCall);
});

test("an update keeps the coefficients: the fitted value of the first new row is what was forecast", async () => {
  const y = seriesOf("lynx");
  const fitted = await fitText("AutoREG(lags=2)", trainOf(y.slice(0, 100)));
  const before = (await predictAt(fitted, 1)).point[0];
  const updated = await updateFitted(fitted, trainOf(y), y.length - 100, false, idle);
  const rows = (fitted.spec.component as Forecaster).fitted!(updated.state, fitted.spec.params);
  close(rows[100] / before, 1, 1e-12);
  assert.ok(Number.isNaN(rows[1]) && Number.isFinite(rows[2]));
});

test("lags of a constant are ConstantSeries, and without lags it goes on", async () => {
  const train = trainOf(new Array(20).fill(7));
  await assert.rejects(fitText("AutoREG(2)", train), (error: Error) => error.name === "ConstantSeries");
  close((await forecastOf("AutoREG(0)", train, 1)).point[0], 7, 1e-12);
});
