import assert from "node:assert/strict";
import { test } from "node:test";
import { updateFitted } from "../../../src/forecast/engine.ts";
import { crostonRates } from "../../../src/forecast/intermittent/croston.ts";
import { fitTsb } from "../../../src/forecast/intermittent/tsb.ts";
import { pbsDataset } from "../../../src/series/demos/pbs-dataset.ts";
import oracle from "../../oracles/classic-forecasters.json" with { type: "json" };
import { near } from "../../support/near.ts";
import { idle, trainingOf, tryForecaster } from "../../support/try-forecaster.ts";

const series: Record<string, number[]> = oracle as unknown as Record<string, number[]>;
const pbs = pbsDataset.values.trim().split(/\s+/).map(Number);

test("Croston's rates are sktime's, row by row", () => {
  for (const { name, smoothing, rates } of oracle.croston) {
    near(crostonRates(Float64Array.from(series[name]), smoothing, "croston"), rates, 1e-12);
  }
});

test("TSB's rates are sktime's, row by row", () => {
  for (const { name, alpha, beta, rates } of oracle.tsb) {
    near(fitTsb(Float64Array.from(series[name]), alpha, beta).rates, rates, 1e-12);
  }
});

test("the published rates of R and of the recursion: small series and PBS scripts", async () => {
  const rate = async (text: string, y: number[]) => (await (await tryForecaster(text, y)).predict(2)).point;
  near(await rate("Croston()", oracle.small), [0.7445408111, 0.7445408111], 1e-9);
  near(await rate("Croston()", pbs), [0.8688921083, 0.8688921083], 1e-9);
  near(await rate("TSB()", oracle.small), [0.736507467, 0.736507467], 1e-9);
  near(await rate("TSB()", pbs), [0.0151935911, 0.0151935911], 1e-8);
  near(await rate("TSB(alpha=0.4, beta=0.05)", pbs), [0.1062440834, 0.1062440834], 1e-9);
});

test("SBA takes half the weight off, and an optimal weight has no more error than others", async () => {
  const [plain, sba] = await Promise.all(
    ["Croston(smoothing=0.2)", "Croston(smoothing=0.2, variant='sba')"].map(async (text) =>
      (await tryForecaster(text, oracle.demand)).predict(1),
    ),
  );
  near(sba.point, [plain.point[0] * 0.9], 1e-12);
  const { found } = await tryForecaster("Croston(smoothing=None)", oracle.demand);
  const loss = (weight: number) => {
    const rates = crostonRates(Float64Array.from(oracle.demand), weight, "croston");
    return oracle.demand.reduce(
      (sum, y, t) => sum + (t > oracle.demand.findIndex((v) => v > 0) ? (y - rates[t]) ** 2 : 0),
      0,
    );
  };
  const best = loss(Number(found.params.smoothing));
  for (const weight of [0.01, 0.05, 0.1, 0.2, 0.4, 0.8, 1]) assert.ok(best <= loss(weight) + 1e-9);
});

test("an interval is that of the past errors of the same step, never below 0, and not for a coverage that they cannot show", async () => {
  const { predict } = await tryForecaster("Croston()", oracle.demand);
  const predicted = await predict(3);
  assert.match(predicted.method, /^empirical, \d+ to \d+ rolling-origin residuals a step, cut at 0$/);
  assert.equal(predicted.quantile(0, 0.1), 0);
  assert.ok(predicted.quantile(2, 0.9) > predicted.point[2]);
  assert.throws(() => predicted.quantile(0, 0.999), { name: "CoverageNotAttainable" });
});

test("in-sample predictions begin after the first demand: before it they would know what comes", async () => {
  const { insample } = await tryForecaster("Croston()", [0, 0, 3, 0, 1]);
  // Size 3 over 3 rows; nothing happens in row 3.
  near(insample(), [Number.NaN, Number.NaN, Number.NaN, 1, 1], 1e-12);
});

test("no demand at all is a rate of 0 with a warning; demand below 0 is refused", async () => {
  const { predict, found } = await tryForecaster("TSB()", [0, 0, 0]);
  assert.deepEqual([...(await predict(2)).point], [0, 0]);
  assert.match(found.warnings[0], /none of 3 values is above 0/);
  for (const text of ["Croston()", "TSB()"])
    await assert.rejects(tryForecaster(text, [1, -2, 0]), {
      name: "UnsuitableData",
      message: /1 of 3 demands are below 0/,
    });
});

test("an update goes on with the same weights", async () => {
  const { fitted } = await tryForecaster("Croston(smoothing=None)", oracle.demand.slice(0, 60));
  const updated = await updateFitted(fitted, trainingOf(oracle.demand), 20, false, idle);
  const weight = (state: unknown) => (state as { weights: { smoothing: number } }).weights.smoothing;
  assert.equal(weight(updated.state), weight(fitted.state));
});
