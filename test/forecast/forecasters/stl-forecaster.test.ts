import assert from "node:assert/strict";
import { test } from "node:test";
import { driftVariance } from "../../../src/forecast/stl-forecast/drift-variance.ts";
import { closeness, pastSpread } from "../../../src/forecast/stl-forecast/past-errors.ts";
import { pcg64 } from "../../../src/numerics/pcg64.ts";
import { standardNormal } from "../../../src/numerics/standard-normal.ts";
import oracle from "../../oracles/classic-forecasters.json" with { type: "json" };
import classics from "../../oracles/series-r.json" with { type: "json" };
import stlf from "../../oracles/stlf.json" with { type: "json" };
import { near } from "../../support/near.ts";
import { tryForecaster } from "../../support/try-forecaster.ts";

const airline = classics.AirPassengers;

test("points are those of sktime's STLForecaster, with defaults and with its options", async () => {
  for (const [text, point] of Object.entries(oracle.stl)) {
    near((await (await tryForecaster(text, airline)).predict(12)).point, point, 1e-6);
  }
});

test("with R's spans and a random walk on the adjusted series it is R's stlf, with bounds wider by the stated factor", async () => {
  const spans =
    "sp=12, seasonal=11, seasonal_deg=0, trend=21, low_pass=13, seasonal_jump=2, trend_jump=3, low_pass_jump=2";
  const text = `STLForecaster(${spans}, inner_iter=2, forecaster_adjusted=NaiveForecaster())`;
  const { predict, found } = await tryForecaster(text, airline);
  const predicted = await predict(12);
  const { point, lower, upper } = stlf.naive;
  near(predicted.point, point, 1e-9);
  const factor = Number(found.params.interval_factor);
  assert.ok(factor > 1);
  const bound = (p: number) => point.map((middle, i) => middle + (predicted.quantile(i, p) - middle) / factor);
  near(bound(0.025), lower, 1e-6);
  near(bound(0.975), upper, 1e-6);
});

test("a forecaster that looks for seasons finds none in the adjusted series: STL with AutoETS is R's stlf", async () => {
  const text =
    "STLForecaster(sp=12, seasonal=11, seasonal_deg=0, trend=21, low_pass=13, seasonal_jump=2, trend_jump=3, low_pass_jump=2, inner_iter=2, forecaster_adjusted=AutoETS())";
  const { predict, found } = await tryForecaster(text, airline, [12]);
  assert.equal(found.model, "STL(12) + ETS(M,A,N)");
  const R = [
    445.30896, 429.07833, 472.30078, 471.95783, 481.38568, 535.78089, 590.55888, 588.66391, 517.23455, 470.61762,
    425.21306, 458.89252,
  ];
  near((await predict(12)).point, R, 5e-3);
});

test("the drifting trend's spread is that of its own swings: 0 on a line, and never falling", () => {
  near(driftVariance(Float64Array.from({ length: 10 }, (_, t) => 3 + 2 * t)), new Float64Array(5), 1e-20);
  const wave = driftVariance(Float64Array.from({ length: 60 }, (_, t) => Math.sin(t / 5)));
  for (let h = 1; h < wave.length; h++) assert.ok(wave[h] >= wave[h - 1]);
  // Steps of ±1 around slope 0 (0,1,0,1,0): (1 + 1/4) at h = 1, and no less at h = 2, where nothing is missed.
  near(driftVariance(Float64Array.of(0, 1, 0, 1, 0)), [1.25, 1.25], 1e-12);
});

test("the spread is that of errors the forecast made in the past, which remainders that were fitted closely hide", async () => {
  // From each of 24 origins in the later half the last season comes again, exactly: no error but the fit's own.
  const wave = Float64Array.from({ length: 48 }, (_, t) => 10 + [2, -1, 0, -1][t % 4]);
  near((await pastSpread(wave, 4, {})).subarray(0, 4), new Float64Array(4), 1e-6);
  // Independent noise of variance 1: an honest interval of step 1 is wider than ±1.645, since what came last is noise too.
  const draw = pcg64(11);
  const noise = Float64Array.from({ length: 240 }, () => standardNormal(draw));
  const spread = await pastSpread(noise, 12, {});
  assert.ok(spread[0] > 1.2 && spread[0] < 4, `${spread[0]}`);
  for (let h = 1; h < spread.length; h++) assert.ok(spread[h] >= spread[h - 1]);
  const predicted = await (await tryForecaster("STLForecaster(sp=12)", noise)).predict(1);
  assert.match(predicted.method, /errors of the past/);
  assert.ok(Number(predicted.variance?.[0]) >= spread[0]);
});

test("the factor is 1 where the past is too short, and near 1 where the season and trend cannot follow the noise", () => {
  const draw = pcg64(5);
  const noise = Float64Array.from({ length: 400 }, () => standardNormal(draw));
  assert.equal(closeness(noise.subarray(0, 24), 12, {}), 1);
  const stiff = closeness(noise, 12, { seasonal: 101, trend: 401 });
  const close = closeness(noise, 12, { seasonal: 3 });
  assert.ok(stiff >= 1 && stiff < 1.25 && close > 1.5, `${stiff} ${close}`);
});

test("a series of two seasons has no past to measure, and takes the fit's own variances", async () => {
  const predicted = await (await tryForecaster("STLForecaster(sp=12)", airline.slice(0, 24))).predict(1);
  assert.match(predicted.method, /variances of trend and remainder added/);
});

test("bounds hold the point, are nested and widen; strengths are told", async () => {
  const { predict, found } = await tryForecaster("STLForecaster(sp=12)", airline);
  const predicted = await predict(36);
  const width = (i: number, c: number) => predicted.quantile(i, (1 + c) / 2) - predicted.quantile(i, (1 - c) / 2);
  for (let i = 0; i < 36; i++) assert.ok(width(i, 0.5) < width(i, 0.9));
  assert.ok(width(35, 0.9) > width(11, 0.9));
  assert.equal(found.model, "STL(12) + drift");
  assert.ok(Number(found.params.seasonal_strength) > 0.9);
});

test("fewer than two seasons are SeriesTooShort", async () => {
  await assert.rejects(tryForecaster("STLForecaster(sp=12)", airline.slice(0, 23)), { name: "SeriesTooShort" });
});

test("the season is found where none is stated; where labels suggest none, that is said", async () => {
  const { found } = await tryForecaster("STLForecaster()", airline, [12]);
  assert.equal(found.period, 12);
  await assert.rejects(tryForecaster("STLForecaster()", airline, []), { name: "UnsuitableData" });
});
