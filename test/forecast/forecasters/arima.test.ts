import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall } from "../../../src/contract/outcome.ts";
import { updateFitted } from "../../../src/forecast/engine.ts";
import auto from "../../oracles/arima-auto.json" with { type: "json" };
import fixed from "../../oracles/arima-fixed.json" with { type: "json" };
import { close } from "../../support/close.ts";
import { fitText, forecastOf, idle, predictAt, trainOf } from "../../support/forecasting.ts";

const airline = auto.series.airline.y;
const nile = auto.series.Nile.y;
const AIRLINE = "ARIMA(order=(0, 1, 1), seasonal_order=(0, 1, 1, 12))";

test("ARIMA forecasts the airline series as R does, with the weights that integrated forecasts need", async () => {
  const logs = airline.map(Math.log);
  const { point, quantile, linear, found } = await forecastOf(AIRLINE, trainOf(logs), 12);
  const { mean } = auto.series.airline_log;
  mean.forEach((value, h) => {
    close(point[h], value, 1e-4);
  });
  close(quantile(0, 0.975), auto.series.airline_log.upper[0], 1e-3);
  assert.deepEqual([linear!.psi[0], linear!.psi.length], [1, 12]);
  assert.equal(found.model, "ARIMA(0,1,1)(0,1,1)[12]");
  assert.equal(found.period, 12);
});

test("a mean without differences, a drift with one, none with two, which is told", async () => {
  assert.equal((await forecastOf("ARIMA(order=(1, 0, 0))", trainOf(nile), 1)).found.model, "ARIMA(1,0,0) with mean");
  assert.equal((await forecastOf("ARIMA(order=(0, 1, 1))", trainOf(nile), 1)).found.model, "ARIMA(0,1,1) with drift");
  const two = await forecastOf("ARIMA(order=(0, 2, 1))", trainOf(nile), 1);
  assert.equal(two.found.model, "ARIMA(0,2,1)");
  assert.match(two.found.warnings.join(), /no constant: under 2 differences/);
});

test("trend='ct' is a regression on the row number with ARMA errors: R's LakeHuron example", async () => {
  const { y, coef, mean } = fixed.cases.lakehuron_trend;
  const { point, found } = await forecastOf("ARIMA(order=(2, 0, 0), trend='ct')", trainOf(y), 8);
  mean.forEach((value, h) => {
    close(point[h], value, 1e-6);
  });
  const slope = (found.params.coefficients as { name: string; value: number }[]).find((c) => c.name === "trend")!;
  close(slope.value, coef.year, 1e-4);
});

test("explaining columns reach the model and their future its forecast", async () => {
  const { y, x, mean } = fixed.cases.two_regressors;
  const columns = (from: number, to: number) =>
    Object.entries(x).map(([name, values]) => ({ name, values: Float64Array.from(values.slice(from, to)) }));
  const train = trainOf(y, { x: columns(0, y.length) });
  const { point, found, warnings } = await forecastOf(
    "ARIMA(order=(1, 0, 1))",
    train,
    8,
    columns(y.length, y.length + 8),
  );
  mean.forEach((value, h) => {
    close(point[h], value, 1e-4);
  });
  assert.equal(found.model, "ARIMA(1,0,1) with mean + x1 + x2");
  assert.match(warnings.join(), /takes the coefficients of the explaining columns as known/);
});

test("dependent columns are SingularModel, and the one to leave out is named", async () => {
  const a = Float64Array.from(nile, (_, t) => Math.sin(t));
  const x = [
    { name: "a", values: a },
    { name: "twice_a", values: a.map((value) => 2 * value) },
  ];
  await assert.rejects(fitText("ARIMA()", trainOf(nile, { x })), {
    name: "SingularModel",
    message: /twice_a is a combination of the other explaining columns/,
  });
  // A line under one difference is the drift over again.
  const line = [{ name: "line", values: Float64Array.from(nile, (_, t) => t) }];
  await assert.rejects(fitText("ARIMA(order=(0, 1, 1))", trainOf(nile, { x: line })), { name: "SingularModel" });
});

test("too few rows are SeriesTooShort with the number needed, missing ones not counted", async () => {
  // 13 lost to differencing, two coefficients, two for the variance; the default constant is counted before it is dropped.
  await assert.rejects(fitText(AIRLINE, trainOf(airline.slice(0, 17))), {
    name: "SeriesTooShort",
    message: /17 observations, 18 needed/,
  });
  const gaps = airline.slice(0, 20).map((value, t) => (t % 3 === 0 ? Number.NaN : value));
  await assert.rejects(fitText(AIRLINE, trainOf(gaps)), {
    name: "SeriesTooShort",
    message: /missing values not counted/,
  });
  await assert.rejects(fitText("ARIMA()", trainOf(new Array(9).fill(Number.NaN))), { name: "SeriesTooShort" });
});

test("a missing row has no influence but that of its absence: R's presidents", async () => {
  const { y, mean, sd } = fixed.cases.presidents_gaps;
  const values = y.map((value) => value ?? Number.NaN);
  const { point, variance, method } = await forecastOf("ARIMA(order=(3, 0, 0))", trainOf(values), 8);
  mean.forEach((value, h) => {
    close(point[h], value, 1e-5);
  });
  assert.ok(variance![0] >= sd[0] ** 2);
  assert.equal(method, "Kalman filter");
});

test("a season differenced over a month that was never seen is MissingValues", async () => {
  const y = airline.map((value, t) => (t % 12 === 6 ? Number.NaN : value));
  await assert.rejects(fitText(AIRLINE, trainOf(y)), { name: "MissingValues", message: /every row of one phase/ });
});

test("update filters the new rows with the coefficients that stand, and gives what a forecast from there gives", async () => {
  const fitted = await fitText("ARIMA(order=(1, 1, 1))", trainOf(nile.slice(0, 90)));
  const updated = await updateFitted(fitted, trainOf(nile), 10, false, idle);
  const before = (await predictAt(fitted, 1)).point[0];
  const after = (await predictAt(updated, 1)).point[0];
  assert.notEqual(before, after);
  const component = fitted.spec.component as unknown as { fitted(state: unknown, params: unknown): Float64Array };
  const rows = component.fitted(updated.state, fitted.spec.params);
  // The one-step prediction of row 90 is what the first 90 rows forecast.
  close(rows[90], before, 1e-9);
  assert.ok(Number.isNaN(rows[0]));
});

test("in-sample predictions and residuals add up to the series", async () => {
  const { component, params } = (await fitText(AIRLINE, trainOf(airline))).spec;
  const { state } = await fitText(AIRLINE, trainOf(airline));
  const rows = (component as unknown as { fitted(s: unknown, p: unknown): Float64Array }).fitted(state, params);
  assert.equal(rows.filter(Number.isNaN).length, 13);
  const errors = airline.slice(13).map((value, t) => value - rows[13 + t]);
  const rms = Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length);
  // σ of R's fit is 11.7; the first innovations are a little wider.
  assert.ok(rms > 11 && rms < 13, String(rms));
});

test("calls that no data could make right are bad calls", async () => {
  for (const text of [
    "ARIMA(seasonal_order=(1, 0, 0, 0))",
    "ARIMA(order=(12, 0, 0), seasonal_order=(1, 0, 0, 12))",
    "ARIMA(order=(1, 2, 0), trend='ct')",
    "ARIMA(order=(-1, 0, 0))",
    "ARIMA(enforce_stationarity=False)",
  ]) {
    await assert.rejects(fitText(text, trainOf(airline)), BadCall, text);
  }
});

test("bounds hold the point, are nested, and never narrow under differencing", async () => {
  const { quantile, point } = await forecastOf(AIRLINE, trainOf(airline), 36);
  let last = 0;
  for (let h = 0; h < 36; h++) {
    const [low, middle, high] = [quantile(h, 0.05), quantile(h, 0.5), quantile(h, 0.95)];
    assert.ok(low < quantile(h, 0.25) && quantile(h, 0.75) < high);
    close(middle, point[h], 1e-12);
    assert.ok(high - low >= last);
    last = high - low;
  }
});

test("the airline model is fitted in less than 80 ms", async () => {
  const logs = trainOf(airline.map(Math.log));
  await fitText(AIRLINE, logs);
  const before = process.cpuUsage();
  for (let i = 0; i < 5; i++) await fitText(AIRLINE, logs);
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 5000 < 80, `${(user + system) / 5000} ms`);
});
