import assert from "node:assert/strict";
import { test } from "node:test";
import { meanOfForecast } from "../../src/forecast/mean-of-forecast.ts";
import { forecastOf, trainOf } from "../support/forecasting.ts";
import { near } from "../support/near.ts";
import { quarterly } from "../support/seeded-series.ts";

const train = trainOf(quarterly(40, 1));

test("the mean of a lognormal forecast is exp(mu + sigma^2 / 2), above its median", async () => {
  const found = await forecastOf("LogTransformer() * NaiveForecaster()", train, [1, 8]);
  const variance = (await forecastOf("NaiveForecaster()", trainOf(train.y.map(Math.log)), [1, 8]))
    .variance as Float64Array;
  near(
    meanOfForecast(found) ?? [],
    found.point.map((median, i) => median * Math.exp(variance[i] / 2)),
    1e-12,
  );
});

test("the mean of a squared normal is the square of its mean and its variance", async () => {
  // E Z^2 = mu^2 + sigma^2; far above 0 nothing is cut.
  const found = await forecastOf("SqrtTransformer() * NaiveForecaster()", train, [1, 4]);
  const roots = await forecastOf("NaiveForecaster()", trainOf(train.y.map(Math.sqrt)), [1, 4]);
  near(
    meanOfForecast(found) ?? [],
    roots.point.map((mean, i) => mean * mean + (roots.variance as Float64Array)[i]),
    1e-4,
  );
});

test("means stay, and where the tails are unknown there is no mean", async () => {
  const plain = await forecastOf("NaiveForecaster()", train, 1);
  assert.equal(meanOfForecast(plain), plain.point);
  assert.equal(
    meanOfForecast(await forecastOf("LogTransformer() * ConformalIntervals(NaiveForecaster())", train, 1)),
    null,
  );
});
