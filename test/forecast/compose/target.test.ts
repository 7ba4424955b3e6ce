import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import classics from "../../oracles/series-r.json" with { type: "json" };
import { forecastOf, trainOf, transformed } from "../../support/forecasting.ts";
import { near } from "../../support/near.ts";
import { quarterly } from "../../support/seeded-series.ts";

const refuses = (text: string, y: number[], name: string, pattern: RegExp) =>
  assert.rejects(
    forecastOf(text, trainOf(y), 2),
    (error) => error instanceof Refusal && error.name === name && pattern.test(error.message),
  );
const badCall = (text: string, pattern: RegExp) =>
  assert.rejects(
    forecastOf(text, trainOf([1, 2, 4, 7, 11]), 2),
    (error) => error instanceof BadCall && pattern.test(error.message),
  );

test("Detrender() * NaiveForecaster() goes on along the line, shifted by the last deviation", async () => {
  // Least squares of 1, 2, 4, 7 on 0..3: slope 10/5 = 2, intercept 3.5 - 2 * 1.5 = 0.5; deviations .5, -.5, -.5, .5.
  const { point, variance } = await forecastOf("Detrender() * NaiveForecaster()", trainOf([1, 2, 4, 7]), 2);
  near(point, [9, 11], 1e-12);
  // One-step errors of the deviations: -1, 0, 1; their mean square is 2/3.
  near(variance as Float64Array, [2 / 3, 4 / 3], 1e-12);
});

test("a multiplicative trend is divided by and multiplied back, spread and all", async () => {
  const { point, variance } = await forecastOf(
    "Detrender(model='multiplicative') * NaiveForecaster()",
    trainOf([1, 2, 4, 7]),
    1,
  );
  // Shares of the line .5, 2.5, 4.5, 6.5: 2, .8, 8/9, 14/13.
  const shares = [2, 0.8, 8 / 9, 14 / 13];
  const sigma2 = [1, 2, 3].reduce((sum, t) => sum + (shares[t] - shares[t - 1]) ** 2 / 3, 0);
  near(point, [(8.5 * 14) / 13], 1e-12);
  near(variance as Float64Array, [8.5 ** 2 * sigma2], 1e-12);
});

test("a forecaster as the trend is taken off where it has one-step predictions, and its forecast put back", async () => {
  // Drift on 1, 2, 4, 7: slope 2; predictions -, 3, 4, 6; deviations -, -1, 0, 1: mean 0. Forecast 9, 11.
  const { point } = await forecastOf(
    "Detrender(NaiveForecaster('drift')) * NaiveForecaster('mean')",
    trainOf([1, 2, 4, 7]),
    2,
  );
  near(point, [9, 11], 1e-12);
});

test("a logarithm takes quantiles back exactly; the point is the median, the distribution lognormal", async () => {
  const y = Array.from(classics.AirPassengers);
  const logs = await forecastOf("NaiveForecaster(sp=12)", trainOf(y.map(Math.log)), [1, 13]);
  const found = await forecastOf("LogTransformer() * NaiveForecaster(sp=12)", trainOf(y), [1, 13]);
  near(found.point, logs.point.map(Math.exp), 1e-12);
  assert.equal(found.point_is, "median");
  for (const p of [0.025, 0.5, 0.9]) near([found.quantile(1, p)], [Math.exp(logs.quantile(1, p))], 1e-12);
  const [mu, s2] = [logs.point[0], (logs.variance as Float64Array)[0]];
  assert.deepEqual(found.distribution?.name, "lognormal");
  // Variance of a lognormal.
  near([(found.variance as Float64Array)[0]], [(Math.exp(s2) - 1) * Math.exp(2 * mu + s2)], 1e-12);
});

test("differences of a random walk's differences: weights 1, 2, 3, so variances 1, 5, 14", async () => {
  // Differences 1, 2, 4, 7 -> one-step errors 1, 2, 3 of the naive forecast: sigma2 = 14/3. The last difference goes on.
  const spec = "Differencer(na_handling='drop_na') * NaiveForecaster()";
  const { point, variance, method, linear } = await forecastOf(spec, trainOf([0, 1, 3, 7, 14]), 3);
  near(point, [21, 28, 35], 1e-12);
  near(
    variance as Float64Array,
    [1, 5, 14].map((sum) => (sum * 14) / 3),
    1e-12,
  );
  near(linear?.psi as Float64Array, [1, 2, 3], 0);
  assert.match(method, /psi weights/);
});

test("differences of an ARIMA are the ARIMA of one difference more, points and intervals", async () => {
  const train = trainOf(classics.AirPassengers);
  const outside = await forecastOf(
    "Differencer(na_handling='drop_na') * ARIMA(order=(1, 0, 0), with_intercept=False)",
    train,
    [1, 6],
  );
  const inside = await forecastOf("ARIMA(order=(1, 1, 0), with_intercept=False)", train, [1, 6]);
  near(outside.point, inside.point, 1e-4);
  for (const p of [0.05, 0.9]) near([outside.quantile(1, p)], [inside.quantile(1, p)], 1e-4);
  const seasonal =
    "Differencer([1, 12], na_handling='drop_na') * ARIMA(order=(0, 0, 1), seasonal_order=(0, 0, 1, 12), with_intercept=False)";
  const both = [
    await forecastOf(`LogTransformer() * ${seasonal}`, train, [1, 13]),
    await forecastOf("LogTransformer() * ARIMA(order=(0, 1, 1), seasonal_order=(0, 1, 1, 12))", train, [1, 13]),
  ];
  near(both[0].point, both[1].point, 1e-3);
  near([both[0].quantile(1, 0.95)], [both[1].quantile(1, 0.95)], 1e-3);
});

test("one difference by psi weights is the random walk itself: NaiveForecaster on differences of mean 0 aside", async () => {
  // Season 4 on the first difference: psi 1, 0, 0, 0, 1 add up to 1, 1, 1, 1, 2.
  const y = quarterly(40, 1);
  const { linear } = await forecastOf("Differencer(na_handling='drop_na') * NaiveForecaster(sp=4)", trainOf(y), 5);
  near(linear?.psi as Float64Array, [1, 1, 1, 1, 2], 0);
});

test("a model without weights under a Differencer gets conformal intervals from the whole pipeline", async () => {
  const found = await forecastOf("Differencer() * NaiveForecaster('mean')", trainOf(quarterly(60, 2)), 4);
  assert.match(found.method, /^empirical, 2[0-9] to 30 rolling-origin residuals/);
  assert.ok(found.quantile(3, 0.1) < found.point[3] && found.point[3] < found.quantile(3, 0.9));
  assert.throws(() => found.quantile(0, 0.001), /CoverageNotAttainable|residuals stand behind/);
});

test("where too little is left for that, points come alone and an interval is refused", async () => {
  const found = await forecastOf("LogTransformer() * Differencer() * NaiveForecaster('mean')", trainOf([1, 2, 4]), 1);
  // Logs 0, ln 2, ln 4; differences 0 (filled), ln 2, ln 2: mean 2/3 ln 2.
  near(found.point, [4 * 2 ** (2 / 3)], 1e-12);
  assert.throws(
    () => found.quantile(0, 0.1),
    (error) => error instanceof Refusal && error.name === "CoverageNotAttainable",
  );
  assert.equal(found.variance, null);
});

test("F * T transforms the forecast, as T before it would be undone", async () => {
  const y = Array.from(classics.AirPassengers);
  const [plain, after] = [
    await forecastOf("NaiveForecaster(sp=12)", trainOf(y), 3),
    await forecastOf("NaiveForecaster(sp=12) * LogTransformer()", trainOf(y), 3),
  ];
  near(after.point, plain.point.map(Math.log), 1e-12);
  near([after.quantile(1, 0.1)], [Math.log(plain.quantile(1, 0.1))], 1e-12);
  const both = await forecastOf("LogTransformer() * NaiveForecaster(sp=12) * LogTransformer()", trainOf(y), 3);
  near(both.point, plain.point.map(Math.log), 1e-12);
  const fixed = await forecastOf("Deseasonalizer(sp=12) * NaiveForecaster() * Deseasonalizer(sp=12)", trainOf(y), 3);
  near(fixed.point, new Float64Array(3).fill(fixed.point[0]), 1e-9);
});

test("steps asked for alone are those of the whole horizon, also where differences are added up", async () => {
  for (const text of [
    "Differencer([1, 4]) * NaiveForecaster()",
    "Deseasonalizer(sp=4) * Differencer() * NaiveForecaster('mean')",
  ]) {
    const train = trainOf(quarterly(50, 3));
    const [all, some] = [await forecastOf(text, train, 9), await forecastOf(text, train, [2, 9])];
    near(some.point, [all.point[1], all.point[8]], 1e-12);
    near([some.quantile(1, 0.9)], [all.quantile(8, 0.9)], 1e-12);
  }
});

test("a transformer without an inverse leaves the forecast alone and says so", async () => {
  const { warnings } = await forecastOf("HPFilter() * NaiveForecaster()", trainOf(quarterly(20, 4)), 1);
  assert.deepEqual(warnings, ["HPFilter() has no inverse, so the forecast is of the transformed series"]);
});

test("holes reach an Imputer before a forecaster, and outliers that HampelFilter took out too", async () => {
  const y = [1, 2, Number.NaN, 4, 5, Number.NaN];
  // The line through what came before: 3, then 6.
  near((await forecastOf("Imputer() * NaiveForecaster()", trainOf(y), 1)).point, [6], 1e-12);
  await refuses(
    "LogTransformer() * NaiveForecaster()",
    y,
    "MissingValues",
    /2 of 6 values are missing where NaiveForecaster\(\)/,
  );
  await refuses("Differencer(na_handling='keep_na') * NaiveForecaster()", [1, 2, 3], "MissingValues", /1 of 3/);
});

test("rows that nothing stands before are dropped, and the season still stands at its rows", async () => {
  const y = [Number.NaN, 1, 2, 3, 10, 1, 2, 3, 10, 1, 2, 3];
  const { point, found } = await forecastOf("Imputer() * Deseasonalizer(sp=4) * NaiveForecaster()", trainOf(y), 2);
  near(point, [10, 1], 1e-9);
  assert.equal((found.params.steps as { Imputer: { n_dropped: number } }).Imputer.n_dropped, 1);
});

test("what HampelFilter takes out is told, and flags instead of values are no forecast of the series", async () => {
  const y = Array.from({ length: 20 }, (_, t) => (t === 9 ? 50 : t % 3));
  const { found } = await forecastOf("HampelFilter() * Imputer() * NaiveForecaster()", trainOf(y), 1);
  assert.deepEqual((found.params.steps as { HampelFilter: object }).HampelFilter, { n_outliers: 1, rows: [10] });
  const flags = await forecastOf("HampelFilter(return_bool=True) * NaiveForecaster()", trainOf(y), 1);
  assert.match(flags.warnings[0], /the forecast is of 0 and 1/);
});

test("a random fill names its generator and its seed, and draws between what came before", async () => {
  const of = (seed: number) =>
    transformed(`Imputer(method='random', random_state=${seed})`, trainOf([4, 2, 6, Number.NaN, 90]));
  const { rows, found } = await of(3);
  assert.ok(Number.isInteger(rows.y[3]) && rows.y[3] >= 2 && rows.y[3] <= 6);
  assert.deepEqual([found.generator, found.seed, found.n_filled, found.rows], ["PCG64", 3, 1, [4]]);
  assert.deepEqual((await of(3)).rows.y, rows.y);
});

test("a long season is not listed row by row", async () => {
  const y = Array.from({ length: 200 }, (_, t) => (t % 70) + 1);
  const { found } = await transformed("Deseasonalizer(sp=70)", trainOf(y));
  assert.equal(found.factors, null);
  assert.match(String(found.factors_reason), /70 factors are more than 60/);
});

test("the season and what each step found are told", async () => {
  const { found } = await forecastOf(
    "BoxCoxTransformer(method='fixed', lambda_fixed=0.5) * Deseasonalizer(sp=4) * NaiveForecaster()",
    trainOf(quarterly(20, 5)),
    1,
  );
  assert.equal(found.period, 4);
  assert.equal(found.model, "BoxCoxTransformer(method='fixed', lambda_fixed=0.5) * Deseasonalizer(sp=4) * naive last");
  const { warnings } = (await forecastOf("Differencer([1, 4]) * NaiveForecaster()", trainOf(quarterly(20, 5)), 1))
    .found;
  assert.match(warnings[0], /the first 5 differences do not exist and count as 0/);
});

test("the season is inferred from the calendar and a test, and no season is said", async () => {
  const season = async (y: Float64Array) =>
    (await forecastOf("Deseasonalizer() * NaiveForecaster()", trainOf(y, { periods: [4] }), 1)).found;
  assert.equal((await season(quarterly(40, 6))).period, 4);
  const flat = await season(Float64Array.from({ length: 40 }, (_, t) => t));
  assert.equal(flat.period, 1);
  assert.match(flat.warnings[0], /found no season/);
});

test("what a step cannot take is refused with its numbers", async () => {
  for (const text of ["LogTransformer()", "BoxCoxTransformer()", "Deseasonalizer(sp=2, model='multiplicative')"])
    await refuses(`${text} * NaiveForecaster()`, [1, 0, -2, 4, 5], "NonPositiveValues", /2 of 5 values are 0 or below/);
  await refuses(
    "LogTransformer(offset=1) * NaiveForecaster()",
    [1, -1, 4],
    "NonPositiveValues",
    /1 of 3 values are -1 or below/,
  );
  await refuses("Detrender(model='multiplicative') * NaiveForecaster()", [1, 0, -2, -4], "NonPositiveValues", /trend/);
  await refuses(
    "Detrender(model='multiplicative') * NaiveForecaster()",
    [9, 7, 4, 2],
    "UnsuitableData",
    /trend is -?[0-9.e-]+ at step/,
  );
  await refuses(
    "SqrtTransformer(offset=1) * NaiveForecaster()",
    [1, -2, 4],
    "NonPositiveValues",
    /1 of 3 values are below -1/,
  );
  await refuses(
    "ScaledLogitTransformer(0, 4) * NaiveForecaster()",
    [1, 2, 4],
    "UnsuitableData",
    /1 of 3 values are not between/,
  );
  await refuses("BoxCoxTransformer() * NaiveForecaster()", [3, 3, 3], "ConstantSeries", /do not vary/);
  await refuses(
    "Deseasonalizer(sp=4) * NaiveForecaster()",
    [1, 2, 3, 4, 5, 6, 7],
    "SeriesTooShort",
    /7 observations, 8 needed/,
  );
  await refuses("Differencer(4) * NaiveForecaster()", [1, 2, 3, 4], "SeriesTooShort", /4 observations, 5 needed/);
  await refuses(
    "Differencer(2, na_handling='drop_na') * NaiveForecaster(sp=2)",
    [1, 2, 3],
    "SeriesTooShort",
    /1 observation, 2 needed/,
  );
  await refuses(
    "Imputer() * NaiveForecaster()",
    [Number.NaN, Number.NaN],
    "MissingValues",
    /all of 2 values are missing/,
  );
  // Box-Cox with lambda -1 has no value at or above 1.
  await refuses(
    "BoxCoxTransformer(method='fixed', lambda_fixed=-1) * NaiveForecaster('drift')",
    [1, 2, 9],
    "UnsuitableData",
    /no finite value/,
  );
});

test("what makes no sense on any data is a bad call", async () => {
  await badCall("TransformedTargetForecaster([LogTransformer()])", /one forecaster among its steps, not 0/);
  await badCall("FourierFeatures([4], [1]) * NaiveForecaster()", /makes explaining columns; put it before '\*\*'/);
  await badCall("NaiveForecaster() * Differencer()", /cannot act on a forecast/);
  await badCall("LogTransformer() ** NaiveForecaster()", /takes no explaining columns/);
  await badCall("Imputer(method='constant') * NaiveForecaster()", /needs value/);
  await badCall("Imputer(method='forecaster') * NaiveForecaster()", /needs forecaster/);
  await badCall("ScaledLogitTransformer(9, 1) * NaiveForecaster()", /lower_bound 9 is not below upper_bound 1/);
  await badCall("MinMaxScaler((1, 0)) * NaiveForecaster()", /feature_range/);
  await badCall("BoxCoxTransformer(method='guerrero') * NaiveForecaster()", /state sp/);
});

test("fills look only at what came before: the value after a hole has no part in it", async () => {
  const forecastAfter = async (method: string, next: number) => {
    const { rows } = await transformed(method, trainOf([4, 2, 6, Number.NaN, next, 3]));
    return rows.y[3];
  };
  for (const args of [
    "",
    "method='mean'",
    "method='median'",
    "method='ffill'",
    "method='random'",
    "method='forecaster', forecaster=NaiveForecaster('mean')",
  ])
    assert.equal(await forecastAfter(`Imputer(${args})`, 5), await forecastAfter(`Imputer(${args})`, 500), args);
  // The line through 4, 2, 6 at row 3; the mean and the median of them.
  near([await forecastAfter("Imputer()", 5)], [6], 1e-12);
  near(
    [await forecastAfter("Imputer(method='mean')", 5), await forecastAfter("Imputer(method='median')", 5)],
    [4, 4],
    1e-12,
  );
  assert.notEqual(
    await forecastAfter("Imputer(method='linear')", 5),
    await forecastAfter("Imputer(method='linear')", 500),
  );
});
