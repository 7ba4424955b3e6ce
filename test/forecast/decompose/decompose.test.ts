import assert from "node:assert/strict";
import { test } from "node:test";
import { classicalDecomposition } from "../../../src/forecast/decompose/classical.ts";
import { mstl } from "../../../src/forecast/decompose/mstl.ts";
import { stl, stlOptionsOfR } from "../../../src/forecast/decompose/stl.ts";
import { seasonalStrength, strengthOf } from "../../../src/forecast/decompose/strength.ts";
import ofStatsmodels from "../../oracles/decompose.json" with { type: "json" };
import ofR from "../../oracles/decompose-r.json" with { type: "json" };
import classics from "../../oracles/series-r.json" with { type: "json" };
import { near } from "../../support/near.ts";

const airline = Float64Array.from(classics.AirPassengers);
const nile = Float64Array.from(classics.Nile);
const spike = airline.slice();
spike[49] = 900;

test("stl with its defaults is statsmodels' STL", () => {
  same(stl(airline, 12), ofStatsmodels.airline_default);
});

test("spans, degrees and jumps mean what they mean in statsmodels", () => {
  const flat = { seasonal_degree: 0, trend_degree: 0, low_pass_degree: 0 } as const;
  same(stl(airline, 12, { seasonal: 35, trend: 25, low_pass: 15, ...flat }), ofStatsmodels.airline_35);
  const jumps = { seasonal_jump: 2, trend_jump: 4, low_pass_jump: 3 };
  same(stl(airline, 12, { seasonal: 13, ...jumps }), ofStatsmodels.jumps);
});

test("a season shorter than its span widens the window, as in statsmodels", () => {
  same(stl(airline.subarray(0, 27), 12, { seasonal: 11 }), ofStatsmodels.short);
});

test("robust passes give an outlier weight 0, and the fit is statsmodels'", () => {
  const fit = stl(spike, 12, { robust: true });
  same(fit, ofStatsmodels.spike_robust);
  near(fit.weights, ofStatsmodels.spike_robust.weights, 1e-7);
  assert.equal(fit.weights[49], 0);
  // R's partial sort misses the median of the residuals in the twelfth pass, so only the first eleven agree exactly.
  near(stl(spike, 12, stlOptionsOfR(144, 12, 7, true)).trend, ofR.spike_robust.trend, 1e-3);
});

test("with the options of R, stl is R's stl: periodic, finite spans, odd periods, jumps that do not divide n − 1", () => {
  same(stl(airline, 12, stlOptionsOfR(144, 12, "periodic")), ofR.airline_periodic);
  same(stl(airline, 12, stlOptionsOfR(144, 12, 11)), ofR.airline_11);
  same(stl(airline.subarray(0, 30), 12, stlOptionsOfR(30, 12, 13)), ofR.short_13);
  same(stl(nile, 7, { ...stlOptionsOfR(100, 7, 9), seasonal_degree: 1 }), ofR.nile_7);
});

test("the components add up to the series", () => {
  const { seasonal, trend, remainder } = stl(airline, 12);
  near(
    airline.map((_, t) => seasonal[t] + trend[t] + remainder[t]),
    airline,
    1e-12,
  );
});

test("a line plus an exact season is taken apart without remainder", () => {
  const wave = Float64Array.from({ length: 40 }, (_, t) => 3 + 0.5 * t + [2, -1, 0, -1][t % 4]);
  const fit = stl(wave, 4, { seasonal: "periodic", inner_iterations: 40 });
  near(fit.remainder, new Float64Array(40), 1e-12);
  near(fit.seasonal.subarray(0, 4), [2, -1, 0, -1], 1e-12);
});

test("classical decomposition is R's decompose, additive and multiplicative, for even and odd periods", () => {
  const { additive, multiplicative, odd } = ofR.decompose;
  for (const [fit, expected] of [
    [classicalDecomposition(airline, 12), additive],
    [classicalDecomposition(airline, 12, "multiplicative"), multiplicative],
    [classicalDecomposition(nile, 7), odd],
  ] as const) {
    near(fit.figure, expected.figure, 1e-9);
    near(
      fit.trend,
      expected.trend.map((x) => (x === "NA" ? Number.NaN : Number(x))),
      1e-9,
    );
  }
});

test("mstl takes a daily and a weekly season apart as forecast::mstl does", () => {
  const { y, trend, daily, weekly } = ofR.taylor;
  const fit = mstl(Float64Array.from(y), [336, 48]);
  assert.deepEqual(fit.periods, [48, 336]);
  near(fit.seasonal[0], daily, 1e-6);
  near(fit.seasonal[1], weekly, 1e-6);
  near(fit.trend, trend, 1e-6);
});

test("mstl leaves out the periods of which there are no more than two cycles", () => {
  const fit = mstl(airline, [12, 72]);
  assert.deepEqual([fit.periods, fit.dropped], [[12], [72]]);
});

test("seasonal strength is that of forecast::nsdiffs", () => {
  const { airline: raw, log_airline, nile_7, ukgas } = ofR.strength;
  near([seasonalStrength(airline, 12)], [raw], 1e-9);
  near([seasonalStrength(airline.map(Math.log), 12)], [log_airline], 1e-9);
  near([seasonalStrength(nile, 7)], [nile_7], 1e-9);
  near([seasonalStrength(Float64Array.from(classics.UKgas), 4)], [ukgas], 1e-9);
  assert.equal(strengthOf(new Float64Array(3), new Float64Array(3)), 0);
});

test("fewer than two cycles are SeriesTooShort; a period of 1 is a bad call", () => {
  assert.throws(() => stl(airline.subarray(0, 23), 12), { name: "SeriesTooShort" });
  assert.throws(() => classicalDecomposition(airline.subarray(0, 23), 12), { name: "SeriesTooShort" });
  assert.throws(() => stl(airline, 1), { name: "BadCall" });
});

interface Expected {
  seasonal: number[];
  trend: number[];
}

function same(fit: { seasonal: Float64Array; trend: Float64Array }, expected: Expected): void {
  near(fit.seasonal, expected.seasonal, 1e-7);
  near(fit.trend, expected.trend, 1e-7);
}
