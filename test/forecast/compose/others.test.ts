import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import { backtest } from "../../../src/forecast/backtest.ts";
import { aggregate } from "../../../src/forecast/compose/aggregate.ts";
import { readSpec } from "../../../src/forecast/spec/resolve-spec.ts";
import classics from "../../oracles/series-r.json" with { type: "json" };
import { forecastOf, idle, trainOf } from "../../support/forecasting.ts";
import { near } from "../../support/near.ts";
import { noise } from "../../support/seeded-series.ts";

const airline = trainOf(classics.AirPassengers, { periods: [12] });
const badCall = (text: string, pattern: RegExp) =>
  assert.rejects(forecastOf(text, airline, 2), (error) => error instanceof BadCall && pattern.test(error.message));

test("a back-test forecasts from every origin up to the horizon, inside the series", async () => {
  // From rows 2, 3, 4 of 1, 2, 4, 7, 11: one-step misses 2, 3, 4; two-step misses 7 - 2 and 11 - 4.
  const found = await backtest(
    await readSpec("NaiveForecaster()"),
    trainOf([1, 2, 4, 7, 11]),
    { initial: 2, horizon: 2 },
    idle,
  );
  assert.deepEqual(found.errors, [
    [2, 3, 4],
    [5, 7],
  ]);
  assert.equal(found.origins, 3);
});

test("a model that can move its states is estimated at most 24 times, another at every origin", async () => {
  const train = trainOf(noise(130, 1));
  const fits = async (text: string) =>
    (await backtest(await readSpec(text), train, { initial: 30, horizon: 1 }, idle)).fits;
  assert.equal(await fits("NaiveForecaster()"), 20);
  assert.equal(await fits("HPFilter() * NaiveForecaster()"), 100);
});

test("a back-test can be cancelled at each origin", async () => {
  let left = 3;
  const work = {
    ...idle,
    tick: async () => {
      if (--left === 0) throw new Error("cancelled");
    },
  };
  await assert.rejects(
    async () => backtest(await readSpec("NaiveForecaster()"), airline, { initial: 2, horizon: 1 }, work),
    /cancelled/,
  );
});

test("a search tries every combination on the same folds and fits the best to all rows", async () => {
  const text =
    "ForecastingGridSearchCV(LogTransformer() * NaiveForecaster(), cv=3, param_grid={'NaiveForecaster__sp': [1, 12], 'NaiveForecaster__strategy': ['last', 'mean']})";
  const { found, point } = await forecastOf(text, airline, 3);
  assert.equal(found.params.best_spec, "LogTransformer() * NaiveForecaster(sp=12)");
  assert.deepEqual(
    [found.params.n_candidates, found.params.n_folds, found.params.scoring],
    [4, 3, "MeanAbsoluteError()"],
  );
  near(point, (await forecastOf("LogTransformer() * NaiveForecaster(sp=12)", airline, 3)).point, 0);
  // Folds by hand: tests of 24 rows from 72, 96 and 120 on; the mean absolute error of the seasonal naive forecast.
  const y = classics.AirPassengers;
  const folds = [72, 96, 120].map((from) => {
    const misses = Array.from({ length: 24 }, (_, i) => Math.abs(y[from + i] - y[from - 12 + (i % 12)]));
    return misses.reduce((sum, miss) => sum + miss / 24, 0);
  });
  const [best] = found.params.candidates as { score: number }[];
  near([best.score], [folds.reduce((sum, fold) => sum + fold / 3, 0)], 1e-9);
});

test("a search replaces whole steps before it changes what is in them, and takes several grids", async () => {
  const text =
    "ForecastingGridSearchCV(-Detrender() * NaiveForecaster(), cv=2, param_grid=[{'NaiveForecaster__sp': [12], 'NaiveForecaster': [NaiveForecaster(strategy='mean')]}, {'OptionalPassthrough__passthrough': [True, False]}])";
  const { found } = await forecastOf(text, airline, 1);
  const specs = (found.params.candidates as { spec: string }[]).map(({ spec }) => spec).sort();
  assert.deepEqual(specs, [
    "-Detrender() * NaiveForecaster()",
    "-Detrender() * NaiveForecaster(strategy='mean', sp=12)",
    "OptionalPassthrough(transformer=Detrender(), passthrough=True) * NaiveForecaster()",
  ]);
});

test("a candidate that refuses is listed with its reason; none left is a refusal", async () => {
  const search = (sps: string) => `ForecastingGridSearchCV(NaiveForecaster(), cv=2, param_grid={'sp': [${sps}]})`;
  const { found } = await forecastOf(search("1, 90"), airline, 1);
  assert.equal(found.params.n_failed, 1);
  assert.match((found.params.candidates as { score_reason: string }[])[1].score_reason, /SeriesTooShort/);
  await assert.rejects(
    forecastOf(search("90, 91"), airline, 1),
    (error) => error instanceof Refusal && error.name === "MetricUndefined",
  );
  await badCall(search(""), /sp has no values/);
  await badCall("ForecastingGridSearchCV(NaiveForecaster(), cv=2, param_grid={'spp': [1]})", /no parameter 'spp'/);
});

test("members of an ensemble are joined by mean, median, least, largest and geometric mean, by weight", () => {
  assert.equal(aggregate([1, 2, 6], "mean", [0.5, 0.25, 0.25]), 2.5);
  assert.equal(aggregate([6, 1, 2], "median", [1 / 3, 1 / 3, 1 / 3]), 2);
  assert.equal(aggregate([6, 1], "median", [0.5, 0.5]), 3.5);
  assert.equal(aggregate([6, 1, 2], "median", [0.6, 0.2, 0.2]), 6);
  assert.deepEqual([aggregate([6, 1, 2], "min", []), aggregate([6, 1, 2], "max", [])], [1, 6]);
  near([aggregate([1, 8], "gmean", [1 / 3, 2 / 3])], [4], 1e-12);
});

test("weights that mean nothing, and geometric means of what is not positive, do not pass", async () => {
  const two = "EnsembleForecaster([NaiveForecaster(), NaiveForecaster(sp=12)]";
  await badCall(`${two}, weights=[1])`, /2 forecasters and 1 weights/);
  await badCall(`${two}, weights=[0, 0])`, /no weight is above 0/);
  await badCall(`${two}, weights=[1, 2], aggfunc='max')`, /no meaning for aggfunc 'max'/);
  const low = trainOf([3, -1, 2, -1]);
  await assert.rejects(
    forecastOf("EnsembleForecaster([NaiveForecaster()], aggfunc='gmean')", low, 1),
    (error) => error instanceof Refusal && error.name === "NonPositiveValues",
  );
});

test("the forecaster switched on is the one that forecasts; a name that none has is a bad call", async () => {
  const named = "MultiplexForecaster([('a', NaiveForecaster()), ('b', NaiveForecaster(sp=12))]";
  near((await forecastOf(`${named})`, airline, 1)).point, [432], 0);
  near((await forecastOf(`${named}, selected_forecaster='b')`, airline, 1)).point, [417], 0);
  await badCall(`${named}, selected_forecaster='c')`, /'c' is none of a, b/);
});

test("an initial window is a count or a share; too late a one is refused", async () => {
  const of = (window: string) =>
    forecastOf(`ConformalIntervals(NaiveForecaster(), initial_window=${window})`, airline, 1);
  assert.equal((await of("44")).method, "empirical, 100 rolling-origin residuals a step");
  assert.equal((await of("0.5")).method, "empirical, 72 rolling-origin residuals a step");
  await assert.rejects(of("144"), (error) => error instanceof Refusal && /leaves none of 144 rows/.test(error.message));
  const sampled = await forecastOf(
    "ConformalIntervals(NaiveForecaster(), initial_window=44, sample_frac=0.25)",
    airline,
    1,
  );
  assert.match(sampled.method, /25 rolling/);
});

test("NaiveVariance is the mean square of the misses at each step", async () => {
  const { variance } = await forecastOf("NaiveVariance(NaiveForecaster())", trainOf([1, 2, 4, 7, 11]), 2);
  near(variance as Float64Array, [(1 + 4 + 9 + 16) / 4, (9 + 25 + 49) / 3], 1e-12);
});
