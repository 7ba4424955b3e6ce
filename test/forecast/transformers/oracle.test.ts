import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf, fitColumns } from "../../../src/forecast/compose/transform.ts";
import { readSpec } from "../../../src/forecast/spec/resolve-spec.ts";
import { rowsOf, type Training } from "../../../src/forecast/training.ts";
import classics from "../../oracles/series-r.json" with { type: "json" };
import sktime from "../../oracles/transformers.json" with { type: "json" };
import { forecastOf, idle, trainOf, transformed } from "../../support/forecasting.ts";
import { near } from "../../support/near.ts";

const airline = trainOf(classics.AirPassengers, { periods: [12] });
const numbers = (values: (number | null)[]) => values.map((value) => value ?? Number.NaN);

/** The columns that a transformer makes, by name. */
async function made(text: string, rows: Training): Promise<Record<string, Float64Array>> {
  const spec = await readSpec(text);
  const columns = await columnsOf(spec, await fitColumns(spec, rows, idle), rows, idle);
  return Object.fromEntries(columns.map(({ name, values }) => [name, values]));
}

for (const [text, expected] of Object.entries(sktime.transformed)) {
  test(`${text} transforms as sktime's does`, async () => {
    const tolerance = text.startsWith("BoxCox") ? 1e-6 : 1e-9;
    near((await transformed(text, airline)).rows.y, numbers(expected), tolerance);
  });
}

for (const [text, expected] of Object.entries(sktime.forecasts)) {
  test(`${text} forecasts what sktime does`, async () => {
    const tolerance = text.startsWith("BoxCox") ? 1e-6 : 1e-9;
    near((await forecastOf(text, airline, 24)).point, expected, tolerance);
  });
}

test("after a split the season of a row is that of its place in the series", async () => {
  for (const [text, expected] of Object.entries(sktime.forecasts_from_5))
    near((await forecastOf(text, rowsOf(airline, 5, 144), 24)).point, expected, 1e-9);
});

test("lambda of Box-Cox: likelihood, correlation, Guerrero, within bounds, whatever the unit", async () => {
  const lambda = async (args: string, train = airline) =>
    (await transformed(`BoxCoxTransformer(${args})`, train)).found.lambda as number;
  near(
    [
      await lambda(""),
      await lambda("method='pearsonr'"),
      await lambda("method='guerrero'"),
      await lambda("bounds=(0.3, 1)"),
    ],
    [sktime.lambdas.mle, sktime.lambdas.pearsonr, sktime.lambdas.guerrero, 0.3],
    1e-6,
  );
  // R: BoxCox.lambda(AirPassengers, "guerrero"), whose optimize() stops at 1e-4.
  near([await lambda("method='guerrero', sp=12")], [-0.2947155856], 1e-4);
  const small = trainOf(classics.AirPassengers.map((value) => value * 1e-6));
  near([await lambda("", small)], [sktime.lambdas.mle], 1e-6);
  assert.equal(await lambda("method='fixed', lambda_fixed=0.5"), 0.5);
});

test("what looks ahead fills as sktime's Imputer, where nothing is asked to be causal", async () => {
  const holed = Float64Array.from(classics.AirPassengers);
  for (const at of [5, 6, 20, 50, 51, 52, 100]) holed[at] = Number.NaN;
  for (const [method, expected] of Object.entries(sktime.imputed)) {
    const { rows } = await transformed(`Imputer(method='${method}', causal=False)`, trainOf(holed));
    near(rows.y, numbers(expected), 1e-9);
  }
});

test("HampelFilter finds the outlier that sktime's finds, and no other", async () => {
  const spiked = Float64Array.from(classics.AirPassengers);
  spiked[40] = 900;
  near((await transformed("HampelFilter()", trainOf(spiked))).rows.y, numbers(sktime.hampel), 0);
});

test("Fourier terms are sktime's, without sines that are 0 in every row", async () => {
  const found = await made("FourierFeatures(sp_list=[12, 4], fourier_terms_list=[3, 2])", rowsOf(airline, 0, 30));
  const { sin_4_2, ...expected } = sktime.fourier;
  near(sin_4_2, new Float64Array(30), 1e-12);
  assert.deepEqual(Object.keys(found), Object.keys(expected));
  for (const [name, values] of Object.entries(expected)) near(found[name], values, 1e-12);
});

const DAY = 86_400e6;
const dated = (n: number, start: string, step: number) =>
  trainOf(new Float64Array(n), {
    x: [{ name: "x", values: Float64Array.from({ length: n }, (_, t) => t) }],
    index: {
      kind: "civil",
      name: "t",
      at: Float64Array.from({ length: n }, (_, t) => Date.parse(start) * 1000 + t * step),
      tz: null,
      style: "datetime",
    },
    frequency: { unit: step === DAY ? "day" : "microsecond", n: step === DAY ? 1 : step, month_day: null, text: "D" },
  });

test("parts of dates are sktime's over leap years and ISO weeks", async () => {
  const found = await made("DateTimeFeatures(feature_scope='comprehensive')", dated(500, "2019-12-25T00:00:00Z", DAY));
  const { week_of_quarter: _, ...expected } = sktime.dates;
  assert.deepEqual(Object.keys(found).sort(), Object.keys(expected).sort());
  for (const [name, values] of Object.entries(expected)) near(found[name], values, 0);
  const names = Object.keys(await made("DateTimeFeatures(ts_freq='M')", dated(9, "2019-12-25T00:00:00Z", DAY)));
  assert.deepEqual(names, sktime.dates_minimal);
});

test("parts of times are sktime's", async () => {
  const text = "DateTimeFeatures(manual_selection=['hour_of_day', 'hour_of_week', 'minute_of_hour'])";
  const found = await made(text, dated(60, "2020-02-28T05:30:00Z", 3600e6));
  for (const [name, values] of Object.entries(sktime.hours)) near(found[name], values, 0);
});

test("windows are summed up as sktime's WindowSummarizer does", async () => {
  const text =
    "WindowSummarizer(lag_feature={'lag': [1, 3], 'mean': [[1, 3], [2, 4]], 'std': [[1, 5]], 'median': [[0, 4]], 'sum': [[1, 2]]})";
  const rows = { ...rowsOf(airline, 0, 30), x: [{ name: "x", values: airline.y.slice(0, 30) }] };
  const found = await made(text, rows);
  assert.deepEqual(Object.keys(found).sort(), Object.keys(sktime.windows).sort());
  for (const [name, values] of Object.entries(sktime.windows)) near(found[name], numbers(values), 1e-9);
});

test("classical seasonal factors of the airline passengers are R's", async () => {
  const factors = async (model: string) =>
    (await transformed(`Deseasonalizer(sp=12, model='${model}')`, airline)).found.factors as number[];
  // R: decompose(AirPassengers, model)$figure.
  const product = [
    0.91023, 0.883625, 1.007366, 0.975906, 0.981378, 1.112776, 1.226556, 1.219911, 1.060492, 0.921757, 0.801178,
    0.898824,
  ];
  const sum = [
    -24.7487, -36.1881, -2.2412, -8.0366, -4.5063, 35.4028, 63.8308, 62.8232, 16.5202, -20.6427, -53.5934, -28.6199,
  ];
  near(await factors("multiplicative"), product, 1e-6);
  near(await factors("additive"), sum, 1e-4);
});

test("ConditionalDeseasonalizer acts where the M4 test finds the season, and says what it found", async () => {
  const found = (await transformed("ConditionalDeseasonalizer(sp=12)", airline)).found;
  // r_12 of the levels and its limit, as in R's thetaf.
  near([found.r as number, found.limit as number], [0.760395, 0.502649], 1e-6);
  assert.equal(found.sp, 12);
  const none = await transformed("ConditionalDeseasonalizer(sp=12)", rowsOf(airline, 0, 30));
  assert.deepEqual([none.found.sp, none.found.r], [1, null]);
  assert.match(String(none.found.r_reason), /fewer than three seasons/);
  near(none.rows.y, airline.y.subarray(0, 30), 0);
});

test("trend, seasons and remainder of STL and MSTL come as columns that add up to the series", async () => {
  for (const text of [
    "STLTransformer(sp=12, return_components=True)",
    "MSTL(periods=[12, 6], return_components=True)",
  ]) {
    const { rows } = await transformed(text, airline);
    const total = airline.y.map((_, t) => rows.x.reduce((sum, { values }) => sum + values[t], 0));
    near(total, airline.y, 1e-9);
  }
});
