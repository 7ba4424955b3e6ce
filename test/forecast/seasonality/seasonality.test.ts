import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseSeason } from "../../../src/forecast/seasonality/choose-season.ts";
import { m4SeasonTest } from "../../../src/forecast/seasonality/m4-test.ts";
import { seasonalityAcf } from "../../../src/forecast/seasonality/seasonality-acf.ts";
import { seasonalityPeriodogram } from "../../../src/forecast/seasonality/seasonality-periodogram.ts";
import oracle from "../../oracles/seasonality.json" with { type: "json" };
import classics from "../../oracles/series-r.json" with { type: "json" };
import { near } from "../../support/near.ts";

const series: Record<string, number[]> = { ...classics, version: [], noise: oracle.noise, wave_7: oracle.wave_7 };
const valuesOf = (name: string) => Float64Array.from(series[name]);
const differences = (y: Float64Array) => y.subarray(1).map((value, t) => value - y[t]);
const airline = valuesOf("AirPassengers");

test("the M4 test decides as sktime's does, and has the published numbers on airline", () => {
  for (const { name, sp, seasonal } of oracle.m4) {
    assert.equal(m4SeasonTest(valuesOf(name), sp).seasonal, seasonal, `${name} ${sp}`);
  }
  const { r, limit } = m4SeasonTest(airline, 12);
  near([Number(r), Number(limit)], [0.760395, 0.502649], 1e-6);
});

test("fewer than three cycles, or a constant, have no season to test", () => {
  assert.deepEqual(m4SeasonTest(airline.subarray(0, 35), 12), { period: 12, seasonal: false, r: null, limit: null });
  assert.equal(m4SeasonTest(new Float64Array(60).fill(3), 12).seasonal, false);
});

test("significant lags and their lower bounds are those of sktime's SeasonalityACF", () => {
  for (const { name, args, lags, lower } of oracle.acf) {
    const found = seasonalityAcf(differences(valuesOf(name)), {
      candidates: args.candidate_sp ?? null,
      level: args.p_threshold ?? 0.05,
      lags: args.nlags ?? null,
    });
    assert.deepEqual(
      found.map(({ lag }) => lag),
      lags,
      `${name} ${JSON.stringify(args)}`,
    );
    near(
      found.map((each) => each.lower),
      lower,
      1e-9,
    );
  }
});

test("periodogram peaks are those of sktime's SeasonalityPeriodogram", () => {
  for (const { name, args, periods, power } of oracle.periodogram) {
    if (args.min_period === 2) continue; // sktime's slice is empty where no period is shorter than the shortest
    const found = seasonalityPeriodogram(differences(valuesOf(name)), {
      min_period: 4,
      max_period: args.max_period ?? null,
      threshold: args.thresh ?? 0.1,
    });
    assert.deepEqual(
      found.map(({ period }) => period),
      periods,
      `${name} ${JSON.stringify(args)}`,
    );
    near(
      found.map((each) => each.power),
      power,
      1e-9,
    );
  }
});

test("a shortest period of 2 keeps every period, where the reference finds none", () => {
  const wave = Float64Array.from({ length: 64 }, (_, t) => [1, -1][t % 2]);
  const [first] = seasonalityPeriodogram(wave, { min_period: 2, max_period: null, threshold: 0.3 });
  assert.equal(first.period, 2);
});

test("values that do not vary have no significant lag and no peak", () => {
  const flat = new Float64Array(50).fill(2);
  assert.deepEqual(seasonalityAcf(flat, { candidates: null, level: 0.05, lags: null }), []);
  assert.deepEqual(seasonalityPeriodogram(flat, { min_period: 4, max_period: null, threshold: 0.1 }), []);
});

test("the season is the shortest candidate that passes: airline 12, gas 4, a weekly wave 7, noise and a random walk none", () => {
  assert.equal(chooseSeason(airline, [12]).period, 12);
  assert.equal(chooseSeason(valuesOf("UKgas"), [4]).period, 4);
  assert.deepEqual(chooseSeason(valuesOf("wave_7"), [7, 365]).passed, [7]);
  assert.equal(chooseSeason(valuesOf("noise"), [7, 12]).period, 1);
  let level = 0;
  const walk = Float64Array.from(oracle.noise, (step) => (level += step));
  assert.equal(m4SeasonTest(walk, 7).seasonal, true);
  assert.equal(chooseSeason(walk, [7]).period, 1);
});
