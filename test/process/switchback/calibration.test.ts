import assert from "node:assert/strict";
import { test } from "node:test";
import { calibrate } from "../../support/switchback-calibration.ts";

// With 400 trials the standard error of a rate of 0.05 is 0.011; the bound is 3 of them. Seeds are fixed.
const SLACK = 3 * Math.sqrt((0.05 * 0.95) / 400);

for (const [blocks, phi, covariates] of [
  [8, 0.9, 0],
  [10, 0.99, 1],
  [20, 0.95, 0],
] as const) {
  test(`${blocks} blocks, AR(1) ${phi}, ${covariates} covariates: claims at most 5% without an effect, intervals cover 95%`, async () => {
    const { size, coverage } = await calibrate({
      blocks,
      phi,
      covariates,
      trials: 400,
      per_block: 8,
      effect: 1.5,
      seed: 1,
    });
    assert.ok(size <= 0.05 + SLACK, `size ${size}`);
    assert.ok(coverage >= 0.95 - SLACK, `coverage ${coverage}`);
  });
}
