import assert from "node:assert/strict";
import { test } from "node:test";
import { updateFitted } from "../../../src/forecast/engine.ts";
import { allNear, near } from "../../numerics/near.ts";
import { fittedValues } from "../../support/ets.ts";
import { fitText, forecastOf, idle, predictAt, trainOf } from "../../support/forecasting.ts";
import { valuesOf } from "../ets/series.ts";

const airline = trainOf(valuesOf("AirPassengers"), { label: "airline", periods: [12] });
const refuses = (text: string, name: string, pattern: RegExp, train = airline) =>
  assert.rejects(fitText(text, train), (error: Error) => error.name === name && pattern.test(error.message));

/** ETS(M,A,M) of airline at log-likelihood −675.99 (statsmodels). */
const POINTS = [442.77, 435.9, 498.81, 485.94, 487.54, 554.05, 617.45, 614.16, 534.25, 467.0, 406.24, 457.37];

test("AutoETS() on airline finds the season of 12 and ETS(M,A,M), with intervals of class 3 and every form it tried", async () => {
  const { found, point, method, quantile } = await forecastOf("AutoETS()", airline, 12);
  assert.deepEqual([found.model, found.period, method], ["ETS(M,A,M)", 12, "ETS class 3"]);
  assert.deepEqual(found.warnings, []);
  allNear(point, POINTS, 1e-3);
  assert.ok(Number(found.params.loglik) >= -676.05);
  assert.equal((found.params.tried as unknown[]).length, 15);
  for (let i = 0; i < 12; i++) assert.ok(quantile(i, 0.025) < quantile(i, 0.1) && quantile(i, 0.1) < point[i]);
});

test("auto=False takes the stated form: the reference's default is ETS(A,N,N), and the season that was found is warned of", async () => {
  const { found } = await forecastOf("AutoETS(auto=False, sp=1)", airline, 1);
  assert.equal(found.model, "ETS(A,N,N)");
  // R: −863.8934.
  near(Number(found.params.loglik), -863.8934, 1e-6);
  assert.match(found.warnings[0], /season of 12 rows was found/);
  const stated = "AutoETS(auto=False, error='mul', trend='add', damped_trend=True, seasonal='mul', sp=12)";
  assert.equal((await forecastOf(stated, airline, 1)).found.model, "ETS(M,Ad,M)");
});

test("with auto a stated part narrows the choice", async () => {
  const { found } = await forecastOf("AutoETS(trend='add', damped_trend=True, seasonal='add', sp=12)", airline, 1);
  assert.deepEqual(
    (found.params.tried as { form: string }[]).map(({ form }) => form),
    ["ETS(A,Ad,A)", "ETS(M,Ad,A)"],
  );
});

test("values at 0 leave the choice to additive forms, and say so; stated parts that multiply are refused", async () => {
  const low = trainOf(
    airline.y.map((x, t) => (t === 9 ? 0 : x)),
    { label: "low", periods: [12] },
  );
  const { found } = await forecastOf("AutoETS(sp=12)", low, 1);
  assert.match(found.model, /^ETS\(A,A?d?N?,[AN]\)$/);
  assert.deepEqual(found.warnings, ["9 forms that multiply were left out: 1 of 144 values are 0 or below"]);
  await refuses("AutoETS(seasonal='mul', sp=12)", "NonPositiveValues", /low: 1 of 144 values are 0 or below/, low);
  await refuses("AutoETS(auto=False, error='mul')", "NonPositiveValues", /ETS\(M,N,N\)/, low);
});

test("few rows get a level or a line and the reason; fewer than four are SeriesTooShort", async () => {
  const { found } = await forecastOf("AutoETS()", trainOf([3, 5, 4, 6]), 2);
  assert.deepEqual([found.model, found.params.aicc], ["ETS(A,N,N)", null]);
  assert.match(found.warnings[0], /4 observations are too few for every form; it is ETS\(A,N,N\)/);
  await refuses("AutoETS()", "SeriesTooShort", /3 observations, 4 needed/, trainOf([1, 2, 3]));
  await refuses(
    "AutoETS(seasonal='add', sp=12)",
    "SeriesTooShort",
    /15 observations, 19 needed/,
    trainOf(airline.y.subarray(0, 15)),
  );
});

test("a season above 24 is left out with the way to have it, and is a bad call when it was stated", async () => {
  const y = Float64Array.from({ length: 200 }, (_, t) => 10 + Math.sin(t) + (t % 52 === 0 ? 5 : 0));
  const { found } = await forecastOf("AutoETS(sp=52)", trainOf(y), 1);
  assert.equal(found.period, 1);
  assert.match(found.warnings[0], /season of 52 rows is longer than the 24.*STLForecaster\(sp=52\)/);
  await refuses("AutoETS(seasonal='add', sp=52)", "BadCall", /longer than the 24/, trainOf(y));
});

test("a constant series stays constant, with intervals of width 0", async () => {
  const { found, point, quantile } = await forecastOf("AutoETS()", trainOf(new Array(20).fill(7)), 3);
  assert.deepEqual([...point, quantile(2, 0.975)], [7, 7, 7, 7]);
  assert.deepEqual([found.params.sigma2, found.params.loglik], [0, null]);
  assert.match(String(found.params.loglik_reason), /exact/);
});

test("a series times c has c times the points and the bounds", async () => {
  const one = await forecastOf("AutoETS(sp=12)", airline, 6);
  for (const c of [1e-6, 1e6]) {
    const other = await forecastOf("AutoETS(sp=12)", trainOf(airline.y.map((x) => c * x)), 6);
    allNear(
      other.point.map((x) => x / c / 500),
      one.point.map((x) => x / 500),
      1e-5,
    );
    near(other.quantile(5, 0.9) / c / 500, one.quantile(5, 0.9) / 500, 1e-5);
  }
});

test("an update moves the states over new rows as one pass would, and keeps the form", async () => {
  const fitted = await fitText("AutoETS(sp=12)", trainOf(airline.y.subarray(0, 132)));
  const updated = await updateFitted(fitted, airline, 12, false, idle);
  const values = fittedValues(updated);
  assert.equal(values.length, 144);
  allNear(values.subarray(0, 132), fittedValues(fitted));
  const { point } = await predictAt(updated, 1);
  assert.ok(Math.abs(point[0] - POINTS[0]) < 15);
});

test("no form left is a bad call", async () => {
  await refuses("AutoETS(error='mul', additive_only=True)", "BadCall", /leaves no form/);
  await refuses("AutoETS(auto=False, damped_trend=True)", "BadCall", /no trend to damp/);
});
