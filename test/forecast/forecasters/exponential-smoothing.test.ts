import assert from "node:assert/strict";
import { test } from "node:test";
import { updateFitted } from "../../../src/forecast/engine.ts";
import { allNear, near } from "../../numerics/near.ts";
import statsmodels from "../../oracles/ets-statsmodels.json" with { type: "json" };
import { fittedValues } from "../../support/ets.ts";
import { fitText, forecastOf, idle, predictAt, trainOf } from "../../support/forecasting.ts";
import { valuesOf } from "../ets/series.ts";

const airline = trainOf(valuesOf("AirPassengers"), { label: "airline", periods: [12] });
const refuses = (text: string, name: string, pattern: RegExp, train = airline) =>
  assert.rejects(fitText(text, train), (error: Error) => error.name === name && pattern.test(error.message));

test("with every number given the forecasts and the sum of squares are statsmodels' to 1e-9", async () => {
  const { holt_given: holt, seasonal_given: both } = statsmodels;
  const line = await forecastOf(
    "ExponentialSmoothing(trend='add', initialization_method='known', initial_level=110, initial_trend=2, smoothing_level=0.6, smoothing_trend=0.2, optimized=False)",
    airline,
    3,
  );
  allNear(line.point, holt.forecast, 1e-9);
  near(Number(line.found.params.sse), holt.sse, 1e-9);
  const season = await fitText(
    `ExponentialSmoothing(trend='add', damped_trend=True, seasonal='mul', sp=12, initialization_method='known', initial_level=110, initial_trend=2, initial_seasonal=[${both.season}], smoothing_level=0.5, smoothing_trend=0.1, smoothing_seasonal=0.3, damping_trend=0.9, optimized=False)`,
    airline,
  );
  near(Number((season.state as { fit: { sse: number } }).fit.sse), both.sse, 1e-9);
});

test("airline add/mul has no larger sum of squares than statsmodels' 15952.88, and an interval from simulated paths", async () => {
  const text = "ExponentialSmoothing(trend='add', seasonal='mul', sp=12)";
  const { found, method, quantile, point, linear } = await forecastOf(text, airline, 12);
  assert.deepEqual([found.model, found.period, method], ["ETS(A,A,M)", 12, "simulation, 5000 paths, PCG64 seed 1"]);
  assert.ok(Number(found.params.sse) <= 15952.89);
  assert.equal(linear, undefined);
  for (let i = 0; i < 12; i++) assert.ok(quantile(i, 0.1) < point[i] && point[i] < quantile(i, 0.9));
});

test("additive forms have normal intervals of class 1, with the weights of past errors", async () => {
  const { method, linear, variance, distribution } = await forecastOf("ExponentialSmoothing()", airline, [1, 3]);
  assert.equal(method, "ETS class 1");
  assert.ok(linear && variance);
  assert.deepEqual([linear.psi.length, distribution?.name], [3, "normal"]);
  // α is 1: σ²(1 + 1 + 1) at step 3.
  near(variance[1] / linear.sigma2, 3, 1e-6);
});

test("simple smoothing of the Nile is R's: 805.336, 95 % from 522.65 to 1088.03", async () => {
  const { point, quantile } = await forecastOf("ExponentialSmoothing()", trainOf(valuesOf("Nile")), 1);
  allNear([point[0], quantile(0, 0.025), quantile(0, 0.975)], [805.336329, 522.647276, 1088.02538], 1e-4);
});

test("a stated share beta* is kept while the level's weight is estimated", async () => {
  const { found } = await forecastOf("ExponentialSmoothing(trend='add', smoothing_trend=0.25)", airline, 1);
  const { alpha, beta, n_parameters } = found.params;
  near(Number(beta) / Number(alpha), 0.25);
  // α, level, slope and σ².
  assert.equal(n_parameters, 4);
});

test("the season's length is the calendar's when it is not stated", async () => {
  const { found } = await forecastOf("ExponentialSmoothing(seasonal='add')", airline, 1);
  assert.equal(found.period, 12);
  await refuses(
    "ExponentialSmoothing(seasonal='add')",
    "UnsuitableData",
    /suggest no season.*sp=12/,
    trainOf(airline.y),
  );
});

test("heuristic starts are those of the decomposition, and a removed bias leaves residuals of mean 0", async () => {
  const fitted = await fitText(
    "ExponentialSmoothing(trend='add', initialization_method='heuristic', remove_bias=True)",
    airline,
  );
  const values = fittedValues(fitted);
  near(
    airline.y.reduce((sum, x, t) => sum + (x - values[t]) / 144, 0),
    0,
    1e-9,
  );
  const { fit, bias } = fitted.state as { fit: { k: number }; bias: number };
  // α, β and σ²: the start states were not estimated.
  assert.deepEqual([fit.k, bias !== 0], [3, true]);
});

test("an update moves the states and keeps the weights", async () => {
  const text = "ExponentialSmoothing(smoothing_level=0.5, initial_level=0)";
  const fitted = await fitText(text, trainOf([4, 8, 8, 8]));
  // Levels 2, 5, 6.5, 7.25; then 8.625 after a 10.
  allNear((await predictAt(fitted, 1)).point, [7.25]);
  const updated = await updateFitted(fitted, trainOf([4, 8, 8, 8, 10]), 1, false, idle);
  allNear((await predictAt(updated, 2)).point, [8.625, 8.625]);
  assert.equal(fittedValues(updated).length, 5);
});

test("parts that multiply need values above 0, also new ones", async () => {
  const low = trainOf(
    airline.y.map((x, t) => (t < 3 ? -x : x)),
    { label: "low" },
  );
  await refuses(
    "ExponentialSmoothing(seasonal='mul', sp=12)",
    "NonPositiveValues",
    /low: 3 of 144 values are 0 or below, and ETS\(A,N,M\)/,
    low,
  );
  await refuses("ExponentialSmoothing(trend='mul')", "NonPositiveValues", /seasonal='add'/, low);
  const fitted = await fitText("ExponentialSmoothing(trend='mul')", airline);
  const more = trainOf([...airline.y, 0], { label: "more" });
  await assert.rejects(updateFitted(fitted, more, 1, false, idle), { name: "NonPositiveValues" });
});

test("fewer observations than estimated numbers and one more are SeriesTooShort", async () => {
  // α, β, γ, level, slope, 11 seasons, σ² and 1.
  const text = "ExponentialSmoothing(trend='add', seasonal='add', sp=12)";
  await refuses(text, "SeriesTooShort", /17 observations, 18 needed/, trainOf(airline.y.subarray(0, 17)));
  await forecastOf(text, trainOf(airline.y.subarray(0, 18)), 3);
});

test("calls that contradict themselves are bad calls", async () => {
  const calls: [string, RegExp][] = [
    ["damped_trend=True", /no trend to damp/],
    ["seasonal='add', sp=1", /2 rows or more/],
    ["smoothing_trend=0.1", /smoothing_trend: ETS\(A,N,N\) has no such part/],
    ["initial_trend=1", /initial_trend: ETS\(A,N,N\) has no such part/],
    ["initialization_method='known'", /initial_level: .*needs it/],
    ["optimized=False", /smoothing_level: state it/],
    ["seasonal='add', sp=4, initial_seasonal=[1, 2]", /2 values for a season of 4/],
    ["use_boxcox=True", /BoxCoxTransformer\(\) \* ExponentialSmoothing/],
  ];
  for (const [args, pattern] of calls) await refuses(`ExponentialSmoothing(${args})`, "BadCall", pattern);
});
