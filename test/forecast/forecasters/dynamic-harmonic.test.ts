import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall } from "../../../src/contract/outcome.ts";
import { fourierColumns } from "../../../src/forecast/arima/fourier.ts";
import classics from "../../oracles/arima-auto.json" with { type: "json" };
import { close } from "../../support/close.ts";
import { fitText, forecastOf, trainOf } from "../../support/forecasting.ts";

const wave = (t: number) => 10 + 3 * Math.sin((2 * Math.PI * t) / 24) + Math.cos((4 * Math.PI * t) / 24);
const noisy = Float64Array.from({ length: 120 }, (_, t) => wave(t) + 0.1 * Math.sin(t * t));

test("a wave of two harmonics is found and carried on", async () => {
  const { point, found } = await forecastOf("DynamicHarmonic([24], K=2, order=(0, 0, 0))", trainOf(noisy), 24);
  for (let h = 0; h < 24; h++) assert.ok(Math.abs(point[h] - wave(120 + h)) < 0.06);
  const value = (name: string) =>
    (found.params.coefficients as { name: string; value: number }[]).find((c) => c.name === name)!.value;
  close(value("sin_24_1"), 3, 0.02);
  close(value("cos_24_2"), 1, 0.04);
  assert.equal(found.model, "Fourier (24: 2) + ARIMA(0,0,0) with mean");
  assert.equal(found.period, 24);
});

test("without K the number of harmonics is that of least AICc, and every one tried is told", async () => {
  const { found } = await forecastOf("DynamicHarmonic([24], order=(0, 0, 0))", trainOf(noisy), 1);
  assert.deepEqual(found.params.K, [2]);
  const tried = found.params.harmonics_tried as { K: number[]; aicc: number }[];
  assert.deepEqual(
    tried.map(({ K }) => K[0]),
    [1, 2, 3],
  );
  assert.ok(tried[1].aicc < tried[0].aicc && tried[1].aicc < tried[2].aicc);
});

test("errors are searched when no order is given; two seasons share a frequency once", async () => {
  const { found, point } = await forecastOf(
    "DynamicHarmonic([12, 6], K=[2, 1])",
    trainOf(classics.series.USAccDeaths.y),
    3,
  );
  assert.ok(point.every(Number.isFinite));
  const names = (found.params.coefficients as { name: string }[]).map((c) => c.name);
  // The first harmonic of 6 is the second of 12.
  assert.deepEqual(
    names.filter((name) => /_(6|12)_/.test(name)),
    ["sin_12_1", "cos_12_1", "sin_12_2", "cos_12_2"],
  );
});

test("at half the season there is no sine", () => {
  assert.deepEqual(
    fourierColumns(4, 2, 1).map(({ name }) => name),
    ["sin_4_1", "cos_4_1", "cos_4_2"],
  );
});

test("less than two turns is SeriesTooShort, more harmonics than half a season a bad call", async () => {
  await assert.rejects(fitText("DynamicHarmonic([24])", trainOf(noisy.slice(0, 47))), { name: "SeriesTooShort" });
  await assert.rejects(fitText("DynamicHarmonic([24], K=13)", trainOf(noisy)), BadCall);
  await assert.rejects(fitText("DynamicHarmonic([24, 7], K=[1])", trainOf(noisy)), BadCall);
});
