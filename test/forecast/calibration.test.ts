import assert from "node:assert/strict";
import { test } from "node:test";
import { calibrated } from "../../src/forecast/calibration.ts";
import { WIDENING } from "../../src/forecast/calibration-table.ts";
import { normalPredictive } from "../../src/forecast/predictive.ts";
import { readSpec } from "../../src/forecast/spec/resolve-spec.ts";

const inner = normalPredictive(Float64Array.of(10, 10), Float64Array.of(4, 8), "random walk");
const steps = [1, 6];

test("an interval is widened around its middle by exp(b0 + b1 ln h + b2 ln n), and the point stays", async () => {
  const spec = await readSpec("NaiveForecaster()");
  const made = calibrated(inner, spec, { period: 1, calendar: [], n: 20 }, steps);
  const [b0, b1, b2] = (WIDENING.SeasonalNaive as Record<number, [number, number, number]>)[1];
  for (const [i, h] of steps.entries()) {
    const factor = Math.exp(b0 + b1 * Math.log(h) + b2 * Math.log(20));
    assert.ok(factor > 1);
    const quantile = made?.predicted.quantile(i, 0.9) ?? Number.NaN;
    assert.ok(Math.abs(quantile - (10 + factor * (inner.quantile(i, 0.9) - 10))) < 1e-12);
  }
  assert.deepEqual([...(made?.predicted.point ?? [])], [10, 10]);
});

test("intervals are never narrowed, and beyond the rows and steps of the M3 series the nearest count", async () => {
  const spec = await readSpec("NaiveForecaster(sp=12)");
  // b0 + b2 ln 48 = -1.673 + 0.3728 * 3.871 = -0.23 at the first step: the factor would be 0.79.
  const short = calibrated(inner, spec, { period: 12, calendar: [12], n: 24 }, [1, 2]);
  assert.deepEqual(short?.widened, { first: 1, last: 1 });
  const of = (n: number, h: number) => calibrated(inner, spec, { period: 12, calendar: [12], n }, [1, h])?.widened.last;
  assert.equal(of(126, 18), of(100_000, 18));
  assert.equal(of(126, 18), of(126, 500));
});

test("methods that were not measured keep the model's own intervals", async () => {
  for (const text of [
    "NaiveForecaster('mean')",
    "Croston()",
    "LogTransformer() * AutoETS()",
    "EnsembleForecaster([AutoETS(), Croston(), ThetaForecaster()], aggfunc='median')",
  ])
    assert.equal(calibrated(inner, await readSpec(text), { period: 1, calendar: [], n: 30 }, steps), null, text);
});

test("the calendar's season counts also where the model found none", async () => {
  const spec = await readSpec("AutoETS()");
  const monthly = calibrated(inner, spec, { period: 1, calendar: [12], n: 60 }, steps)?.widened;
  const yearly = calibrated(inner, spec, { period: 1, calendar: [], n: 60 }, steps)?.widened;
  assert.notDeepEqual(monthly, yearly);
});
