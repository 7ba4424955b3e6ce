import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { attains } from "../../../src/forecast/predictive.ts";
import { firstRows } from "../../../src/forecast/training.ts";
import { normalQuantile } from "../../../src/numerics/normal.ts";
import { forecastOf, trainOf } from "../../support/forecasting.ts";
import { near } from "../../support/near.ts";
import { noise, quarterly, randomWalk } from "../../support/seeded-series.ts";

const COMPOSITES = [
  "LogTransformer() * Detrender() * NaiveForecaster(sp=4)",
  "BoxCoxTransformer(method='guerrero', sp=4) * NaiveForecaster('drift')",
  "SqrtTransformer() * NaiveForecaster()",
  "ScaledLogitTransformer(0, 1000) * NaiveForecaster()",
  "Deseasonalizer(sp=4, model='multiplicative') * NaiveForecaster('drift')",
  "StandardScaler() * Differencer([1, 4]) * NaiveForecaster()",
  "Differencer() * NaiveForecaster('mean')",
  "LogTransformer() * Differencer() * NaiveForecaster(sp=4)",
  "STLTransformer(sp=4) * NaiveForecaster('mean')",
  "NaiveForecaster(sp=4) * LogTransformer()",
  "EnsembleForecaster([NaiveForecaster(), LogTransformer() * NaiveForecaster('mean')], weights=[1, 2])",
  "EnsembleForecaster([NaiveForecaster(), NaiveForecaster(sp=4), NaiveForecaster('mean')], aggfunc='median')",
  "EnsembleForecaster([NaiveForecaster(), NaiveForecaster(sp=4)], aggfunc='max')",
  "LogTransformer() * EnsembleForecaster([NaiveForecaster(), NaiveForecaster(sp=4)])",
  "NaiveForecaster(sp=4) | NaiveForecaster()",
  "ConformalIntervals(NaiveForecaster(sp=4))",
  "ConformalIntervals(NaiveForecaster(), method='empirical_residual')",
  "ConformalIntervals(NaiveForecaster(), method='conformal')",
  "ConformalIntervals(LogTransformer() * NaiveForecaster('drift'), method='conformal_bonferroni')",
  "LogTransformer() * ConformalIntervals(NaiveForecaster())",
  "EnsembleForecaster([ConformalIntervals(NaiveForecaster()), NaiveForecaster(sp=4)])",
  "NaiveVariance(NaiveForecaster(sp=4))",
];
const LEVELS = [0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975];
const positive = (seed: number) => quarterly(70, seed).map((value) => Math.max(1, value));

for (const text of COMPOSITES) {
  test(`quantiles of ${text} rise with p and hold the point between them`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1e6), async (seed) => {
        const found = await forecastOf(text, trainOf(positive(seed)), [1, 2, 5]);
        for (let i = 0; i < 3; i++) {
          const levels = LEVELS.filter((p) => attains(found, i, p));
          const values = levels.map((p) => found.quantile(i, p));
          assert.ok(
            values.every((value, k) => k === 0 || value >= values[k - 1]),
            `${values}`,
          );
          for (const [k, p] of levels.entries()) {
            if (p < 0.5) assert.ok(values[k] <= found.point[i] + 1e-9, `${p}: ${values[k]} above ${found.point[i]}`);
            if (p > 0.5) assert.ok(values[k] >= found.point[i] - 1e-9, `${p}: ${values[k]} below ${found.point[i]}`);
          }
          assert.ok(levels.length >= 3, "no quantile at all");
        }
      }),
      { numRuns: 6 },
    );
  });
}

for (const text of COMPOSITES.filter(
  (each) => !/Logit|gmean|ForecastingGrid/.test(each) && !each.endsWith("* LogTransformer()"),
)) {
  test(`${text} forecasts c times as much from c times as much`, async () => {
    for (const c of [1e-5, 3e4]) {
      const y = positive(7);
      const [one, other] = [
        await forecastOf(text, trainOf(y), [1, 5]),
        await forecastOf(text, trainOf(y.map((value) => value * c)), [1, 5]),
      ];
      near(
        other.point.map((value) => value / c),
        one.point,
        1e-6,
      );
      near([other.quantile(1, 0.25) / c], [one.quantile(1, 0.25)], 1e-6);
    }
  });
}

/** The share of seeded series whose last value, h rows after the training rows, lies in the interval. */
async function realised(
  text: string,
  series: (seed: number) => Float64Array,
  coverage: number,
  h: number,
  runs: number,
) {
  let inside = 0;
  for (let seed = 0; seed < runs; seed++) {
    const y = series(seed);
    const found = await forecastOf(text, firstRows(trainOf(y), y.length - h), [h]);
    const truth = y[y.length - 1];
    const bounds = [(1 - coverage) / 2, (1 + coverage) / 2].map((p) => found.quantile(0, p));
    if (bounds[0] <= truth && truth <= bounds[1]) inside++;
  }
  return inside / runs;
}

/** Three and a half standard errors of a share. */
const within = (coverage: number, runs: number) => 3.5 * Math.sqrt((coverage * (1 - coverage)) / runs);

const RUNS = 250;
for (const method of ["empirical", "empirical_residual", "conformal"]) {
  test(`${method} intervals cover what they say, of noise and of random walks`, async () => {
    const [mean, last] = ["NaiveForecaster('mean')", "NaiveForecaster()"];
    for (const coverage of [0.8, 0.9, 0.95]) {
      const text = (inner: string) => `ConformalIntervals(${inner}, method='${method}', initial_window=40)`;
      const shares = [await realised(text(mean), (seed) => noise(101, seed), coverage, 1, RUNS)];
      if (coverage === 0.9) shares.push(await realised(text(last), (seed) => randomWalk(102, seed), coverage, 2, RUNS));
      for (const share of shares)
        assert.ok(Math.abs(share - coverage) < within(coverage, RUNS) + 0.01, `${method} at ${coverage}: ${share}`);
    }
  });
}

/** A season of 4 around a level that wanders. */
function wandering(n: number, seed: number): Float64Array {
  return randomWalk(n, seed).map((level, t) => level + 10 * Math.sin((t * Math.PI) / 2));
}

for (const text of [
  "STLTransformer(sp=4) * ThetaForecaster(sp=1)",
  "MSTL(periods=4) * ThetaForecaster(sp=1)",
  "STLForecaster(sp=4, forecaster_trend=ThetaForecaster(sp=1))",
]) {
  test(`${text}: what STL leaves looks calmer than the series is, and its intervals know it`, async () => {
    for (const h of [1, 6]) {
      const share = await realised(text, (seed) => wandering(60 + h, seed), 0.9, h, RUNS);
      assert.ok(Math.abs(share - 0.9) < within(0.9, RUNS), `${text} at step ${h}: ${share}`);
    }
  });
}

test("Bonferroni intervals cover all steps together, so one step more than they say", async () => {
  const text = "ConformalIntervals(NaiveForecaster(), method='conformal_bonferroni', initial_window=40)";
  const share = await realised(text, (seed) => randomWalk(153, seed), 0.8, 3, RUNS);
  assert.ok(share > 0.87, `${share}`);
});

test("NaiveVariance and added-up weights cover random walks and their sums", async () => {
  const variance = await realised("NaiveVariance(NaiveForecaster())", (seed) => randomWalk(80, seed), 0.9, 3, RUNS);
  assert.ok(Math.abs(variance - 0.9) < within(0.9, RUNS) + 0.02, `${variance}`);
  const summed = (seed: number) => {
    let sum = 0;
    return randomWalk(83, seed).map((value) => {
      sum += value;
      return sum;
    });
  };
  const weights = await realised("Differencer(na_handling='drop_na') * NaiveForecaster()", summed, 0.9, 3, RUNS);
  assert.ok(Math.abs(weights - 0.9) < within(0.9, RUNS) + 0.01, `${weights}`);
});

test("conformal ranks by hand: nine errors of 1 to 9, at most 77 % can be covered", async () => {
  // Steps of 1, 2, ..., 9 after the first row: one-step errors of the naive forecast from row 1 on.
  const y = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45];
  const found = (method: string) =>
    forecastOf(`ConformalIntervals(NaiveForecaster(), method='${method}', initial_window=1)`, trainOf(y), 1);
  const conformal = await found("conformal");
  // Coverage .6 needs rank ceil(10 * .6) = 6 of the absolute errors: 6.
  near([conformal.quantile(0, 0.2), conformal.quantile(0, 0.8)], [39, 51], 1e-12);
  // Signed errors at ranks 10 * .2 = 2 and 10 * .8 = 8: 47 and 53, and no bound crosses the point, 45.
  const empirical = await found("empirical");
  near([empirical.quantile(0, 0.2), empirical.quantile(0, 0.8)], [45, 53], 1e-12);
  const residual = await found("empirical_residual");
  // Coverage .65: rank 6.5.
  near([residual.quantile(0, 0.175), residual.quantile(0, 0.825)], [38.5, 51.5], 1e-9);
  // 2/(1 - .77) = 8.7 errors suffice, 2/(1 - .8) = 10 do not.
  assert.ok(conformal.quantile(0, 0.885) > 51);
  assert.throws(() => conformal.quantile(0, 0.9), /9 residuals stand behind the interval, and 10 are needed/);
});

test("the mean of normals is normal with the mean of their standard deviations", async () => {
  const train = trainOf(quarterly(40, 8));
  const [a, b] = [await forecastOf("NaiveForecaster()", train, 1), await forecastOf("NaiveForecaster(sp=4)", train, 1)];
  const both = await forecastOf(
    "EnsembleForecaster([NaiveForecaster(), NaiveForecaster(sp=4)], weights=[3, 1])",
    train,
    1,
  );
  const sd = 0.75 * Math.sqrt((a.variance as Float64Array)[0]) + 0.25 * Math.sqrt((b.variance as Float64Array)[0]);
  near([both.quantile(0, 0.9)], [0.75 * a.point[0] + 0.25 * b.point[0] + sd * normalQuantile(0.9)], 1e-12);
  near(both.variance as Float64Array, [sd * sd], 1e-12);
});
