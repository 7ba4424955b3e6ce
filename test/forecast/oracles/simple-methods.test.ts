import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluationOf, evidenceOf, forecastOf } from "../../support/forecast-calls.ts";
import { near } from "../../support/near.ts";

/** R forecast 8.20 and direct computation on AirPassengers; closed forms, printed with seven to ten digits. */
const DIGITS = 1e-8;
const SEASON = [417, 391, 419, 461, 472, 535, 622, 606, 508, 461, 390, 432];

async function first(spec: string, coverage: string, horizon = "1") {
  const { rows } = await forecastOf("demo:airline", spec, "--horizon", horizon, "--coverage", coverage);
  return { points: rows.map(({ point }) => point), ...rows[0].intervals[0] };
}

test("naive: 432 and 95 % from 365.928814 to 498.071186", async () => {
  const { points, lower, upper } = await first("naive", "0.95");
  near([...points, lower, upper], [432, 365.928814, 498.071186], DIGITS);
});

test("seasonal naive: last year again, 80 % from 370.459500 to 463.540500, half of the 90 % 59.7341", async () => {
  const { points, lower, upper } = await first("SeasonalNaive(sp=12)", "0.8", "12");
  assert.deepEqual(points, SEASON);
  near([lower, upper], [370.4595, 463.5405], DIGITS);
  const wide = await first("SeasonalNaive(sp=12)", "0.9");
  near([(wide.upper - wide.lower) / 2], [59.7341], 1e-6);
});

test("drift: 434.2377622, 436.4755245, 438.7132867, 95 % from 367.849670 to 500.625854", async () => {
  const { points, lower, upper } = await first("NaiveForecaster('drift')", "0.95", "3");
  near(points, [434.2377622, 436.4755245, 438.7132867], 1e-9);
  near([lower, upper], [367.84967, 500.625854], DIGITS);
});

test("mean: 280.2986111 and, by Student's t, 95 % from 42.340162 to 518.257060", async () => {
  const { points, lower, upper } = await first("NaiveForecaster('mean')", "0.95");
  near([points[0], lower, upper], [280.2986111, 42.340162, 518.25706], DIGITS);
});

test("lines and parabolas: slope 2.6571839080, 472.94444 475.60163 478.25881, s2 2121.261398; 497.671704 501.352084 505.046482", async () => {
  const line = await first("PolynomialTrendForecaster()", "0.95", "3");
  near(line.points, [472.94444, 475.60163, 478.25881], DIGITS * 2);
  const { params } = await evidenceOf<{ params: { coefficients: number[]; s2: number } }>(
    ...["forecast", "fit", "demo:airline", "--spec", "PolynomialTrendForecaster()"],
  );
  const [constant, slope] = (
    await evidenceOf<{ params: { coefficients: number[] } }>(
      ...["forecast", "get-fitted-params", "demo:airline", "--spec", "PolynomialTrendForecaster()"],
    )
  ).params.coefficients;
  near([constant, slope, params.s2], [90.3099616858, 2.657183908, 2121.261398], 1e-9);
  // t(0.975; 142) = 1.976810994 (R's qt) times the standard error 46.6990729.
  near([line.upper - line.points[0]], [1.976810994 * 46.6990729], 1e-8);
  near(
    (await first("PolynomialTrendForecaster(degree=2)", "0.95", "3")).points,
    [497.671704, 501.352084, 505.046482],
    DIGITS,
  );
});

const METRICS = [
  "mae",
  "rmse",
  "mape",
  "smape",
  "MeanAbsoluteScaledError(sp=1)",
  "MeanAbsoluteScaledError(sp=12)",
  "RootMeanSquaredScaledError(sp=12)",
];
const HOLDOUT: Record<string, number[]> = {
  "NaiveForecaster()": [94.944444, 121.13858, 0.19886712, 0.2319577, 4.672979, 3.105508, 3.568225],
  "NaiveForecaster(sp=12)": [60.083333, 73.612159, 0.13189432, 0.14542769, 2.957183, 1.965247, 2.1683],
  "NaiveForecaster(strategy='drift')": [62.84216, 87.725129, 0.12990464, 0.14474717, 3.092967, 2.055485, 2.584007],
  "NaiveForecaster(strategy='mean')": [197.601852, 212.520111, 0.444101, 0.58059354, 9.725574, 6.463297, 6.259934],
};

for (const [spec, expected] of Object.entries(HOLDOUT))
  test(`the last 36 of 144 months by ${spec}: MAE ${expected[0]} to RMSSE ${expected[6]}`, async () => {
    const asked = ["--initial", "108", "--horizon", "36", "--metrics", METRICS.join()];
    const { metrics, n_folds } = await evaluationOf("demo:airline", spec, ...asked);
    assert.equal(n_folds, 1);
    near(
      METRICS.map((key) => Number(metrics[key])),
      expected,
      6e-7,
    );
  });

const REFERENCES = [
  ["ThetaForecaster(sp=12)", 38.97029, 0.001],
  ["LogTransformer() * AutoARIMA(sp=12)", 52.29995, 0.005],
] as const;
for (const [spec, mae, tolerance] of REFERENCES)
  test(`the last 36 of 144 months by ${spec}: an MAE of R's ${mae}`, async () => {
    const asked = ["--initial", "108", "--horizon", "36", "--metrics", "mae"];
    const { metrics } = await evaluationOf("demo:airline", spec, ...asked);
    assert.ok(Math.abs(Number(metrics.mae) / mae - 1) < tolerance, String(metrics.mae));
  });

const TWO_YEARS: [string, number, number][] = [
  ["NaiveForecaster(sp=12)", 71.25, 0.1552336],
  ["ARIMA((1, 1, 0), (0, 1, 0, 12))", 68.57729, Number.NaN],
  ["LogTransformer() * ARIMA((0, 1, 1), (0, 1, 1, 12))", 39.44726, 0.0851632],
  ["ThetaForecaster(sp=12)", 63.21524, Number.NaN],
];
for (const [spec, mae, mape] of TWO_YEARS)
  test(`1959 and 1960 from the years to 1958 by ${spec}: R's MAE ${mae}`, async () => {
    const asked = ["--initial", "120", "--horizon", "24", "--metrics", "mae,mape"];
    const { metrics } = await evaluationOf("demo:airline", spec, ...asked);
    assert.ok(Math.abs(Number(metrics.mae) / mae - 1) < 0.005, String(metrics.mae));
    if (!Number.isNaN(mape)) assert.ok(Math.abs(Number(metrics.mape) / mape - 1) < 0.005, String(metrics.mape));
  });

test("intermittent: Croston .7445408111 and TSB .7365074670 on sixteen demands; on the prescriptions .8688921083, .0151935911 and .1062440834", async () => {
  const { handle } = await evidenceOf<{ handle: string }>(
    ...["data", "load", "--data", '{"y":[0,0,2,0,3,0,0,1,0,0,0,4,0,2,0,0]}'],
  );
  const point = async (source: string, spec: string) =>
    (await forecastOf(source, spec, "--horizon", "1", "--mode", "point")).rows[0].point;
  near(
    [
      await point(handle, "Croston(smoothing=0.1)"),
      await point(handle, "TSB(alpha=0.1, beta=0.1)"),
      await point("demo:PBS_dataset", "Croston(smoothing=0.1)"),
      await point("demo:PBS_dataset", "TSB(alpha=0.1, beta=0.1)"),
      await point("demo:PBS_dataset", "TSB(alpha=0.4, beta=0.05)"),
    ],
    [0.7445408111, 0.736507467, 0.8688921083, 0.0151935911, 0.1062440834],
    1e-10,
  );
});
