import assert from "node:assert/strict";
import { test } from "node:test";
import { normalPredictive } from "../../../src/forecast/predictive.ts";
import { closenessOf, widenedByCloseness } from "../../../src/forecast/transform/closeness.ts";
import type { StoredSeason } from "../../../src/forecast/transform/stored-season.ts";
import { near } from "../../support/near.ts";
import { noise } from "../../support/seeded-series.ts";

const stored = (values: ArrayLike<number>): StoredSeason => ({
  first: 0,
  seasons: [{ sp: 2, values: Array.from(values) }],
  trend: Array.from(values, () => 0),
  warnings: [],
});

test("a season that was noise makes the next cycle miss by it too", () => {
  // Nine tenths of the noise are called season, so a tenth is left; the next cycle repeats the last, so that errors are
  // of ±0.9 from the season and ±1 from the row itself: √1.81 against 0.1.
  const y = noise(400, 1);
  const apart = (rows: Float64Array) => stored(rows.map((value) => 0.9 * value));
  const { ratios } = closenessOf(y, apart(y), apart);
  assert.equal(ratios.length, 2);
  near([ratios[0] / (Math.sqrt(1.81) / 0.1)], [1], 0.35);
});

test("a season that goes on as it was asks for nothing", () => {
  const y = noise(400, 2).map((value, t) => value + (t % 2));
  const apart = (rows: Float64Array) => stored(rows.map((_, t) => t % 2));
  assert.ok(closenessOf(y, apart(y), apart).ratios.every((ratio) => ratio < 1.4));
});

test("without noise there is no ratio", () => {
  const y = new Float64Array(40).map((_, t) => t % 2);
  assert.deepEqual(closenessOf(y, stored(y), stored).ratios, []);
});

test("ratios that fall do not let a later step have a narrower interval", () => {
  const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 40];
  const flat = normalPredictive(new Float64Array(10), new Float64Array(10).fill(1), "flat");
  const wide = (alpha: number) =>
    steps.map((_, i) => widenedByCloseness(flat, { alpha, ratios: [3, 2, 1] }, steps).quantile(i, 0.95));
  near(wide(0), new Array(10).fill(3 * 1.6448536), 1e-6);
  const found = widenedByCloseness(flat, { alpha: 0.9, ratios: [3, 2, 1] }, [1, 8]);
  // At step 8 the smoothing's own spread is √(1 + 7·0.81) times that of step 1, and 3 over it is less than 2.
  assert.ok(found.quantile(1, 0.95) < 2 * 1.6448536);
  assert.match(found.method, /widened/);
});
