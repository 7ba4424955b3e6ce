import assert from "node:assert/strict";
import { test } from "node:test";
import { fitSes } from "../../src/forecast/ses.ts";
import { fitTheta, fittedTheta, predictTheta, type ThetaOptions, updateTheta } from "../../src/forecast/theta.ts";
import classics from "../oracles/series-r.json" with { type: "json" };
import oracle from "../oracles/theta.json" with { type: "json" };
import { near } from "../support/near.ts";

const usual: ThetaOptions = { sp: 1, deseasonalize: true, model: "multiplicative", alpha: null };
const steps = Array.from({ length: 12 }, (_, i) => i + 1);
const names = Object.keys(oracle.series) as (keyof typeof oracle.series)[];
const valuesOf = (name: keyof typeof oracle.series) => Float64Array.from(classics[name]);
const airline = valuesOf("AirPassengers");

test("Theta's forecasts and unscaled bands are those of R's thetaf, on nine classic series", () => {
  for (const name of names) {
    const { m, point, lower, upper } = oracle.series[name];
    const predicted = predictTheta(fitTheta(valuesOf(name), { ...usual, sp: m }), steps, false);
    near(predicted.point, point, 1e-4);
    const bound = (p: number) => steps.map((_, i) => predicted.quantile(i, p));
    near(bound(0.025), lower, 3e-3);
    near(bound(0.975), upper, 1e-3);
  }
});

test("simple exponential smoothing has no more squared error than R's ses, on nine classic series", () => {
  for (const name of names) {
    const { alpha, l0, sse } = oracle.series[name].ses;
    const fit = fitSes(valuesOf(name));
    assert.ok(fit.sse <= sse * (1 + 1e-9), `${name}: ${fit.sse}, R ${sse}`);
    near([fit.alpha], [alpha], 1e-3);
    if (fit.alpha < 0.99) near([fit.l0], [l0], 1e-3);
  }
});

test("the smoothing's start is the best one for a stated weight: of two values at weight 1/2", () => {
  // Errors 0 − l and 3 − (l + (0 − l)/2): least at l = 6/5, where they are −6/5 and 12/5.
  const { l0, sse, level } = fitSes(Float64Array.of(0, 3), 0.5);
  near([l0, sse, level], [1.2, 7.2, 1.8], 1e-12);
});

test("the band follows a multiplicative season unless told not to", () => {
  const fit = fitTheta(airline, { ...usual, sp: 12 });
  const [scaled, flat] = [true, false].map((scale) => predictTheta(fit, steps, scale));
  near(scaled.point, flat.point, 1e-12);
  const width = (i: number) =>
    (scaled.quantile(i, 0.9) - scaled.quantile(i, 0.1)) / (flat.quantile(i, 0.9) - flat.quantile(i, 0.1));
  // The figures of January and July (R: decompose, multiplicative).
  near([width(0), width(6)], [0.91023, 1.226556], 1e-5);
});

test("a line goes on as half its slope after the smoothing has caught up", () => {
  const fit = fitTheta(
    Float64Array.from({ length: 40 }, (_, t) => 10 + 2 * t),
    usual,
  );
  // The weight is at its bound, so the level is the last value, less 1e-4 of the step, and the drift is 1 a step.
  near(predictTheta(fit, [1, 2, 11], true).point, [89, 90, 99], 1e-4);
});

test("values at or below 0 make a multiplicative season additive, and the forecast says so", () => {
  const shifted = airline.map((value) => value - 104);
  const fit = fitTheta(shifted, { ...usual, sp: 12 });
  assert.equal(fit.season?.model, "additive");
  assert.match(fit.warnings[0], /additive.*1 of 144 values are 0 or below/);
});

test("a constant goes on for ever without error, and a series without a season gets none", () => {
  const fit = fitTheta(new Float64Array(30).fill(7), { ...usual, sp: 4 });
  assert.deepEqual([...predictTheta(fit, [1, 9], true).point], [7, 7]);
  assert.deepEqual([fit.sigma2, fit.season], [0, null]);
});

test("forecasts scale with the data", () => {
  const small = predictTheta(
    fitTheta(
      airline.map((v) => v * 1e-6),
      { ...usual, sp: 12 },
    ),
    steps,
    true,
  ).point;
  const large = predictTheta(fitTheta(airline, { ...usual, sp: 12 }), steps, true).point;
  near(
    small.map((v) => v * 1e6),
    large,
    1e-6,
  );
});

test("an update moves the level and keeps the estimates: with none added it changes nothing", () => {
  const fit = fitTheta(airline.subarray(0, 130), { ...usual, sp: 12 });
  assert.deepEqual(updateTheta(fit, new Float64Array(0)), fit);
  const updated = updateTheta(fit, airline.subarray(130));
  assert.equal(updated.alpha, fit.alpha);
  // The one-step predictions of an updated model go on from those of the first.
  near(fittedTheta(updated).subarray(0, 130), fittedTheta(fit), 1e-12);
  near(predictTheta(fit, [1], true).point, [fittedTheta(updated)[130]], 1e-9);
});
