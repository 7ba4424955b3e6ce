import assert from "node:assert/strict";
import { test } from "node:test";
import { bcaInterval } from "../../src/numerics/bca-interval.ts";
import { benjaminiHochberg } from "../../src/numerics/benjamini-hochberg.ts";
import { holm } from "../../src/numerics/holm.ts";
import oracle from "../oracles/basics.json" with { type: "json" };
import { allNear, near } from "./near.ts";

test("Benjamini-Hochberg and Holm agree with SciPy and statsmodels, in the order given", () => {
  for (const { p, bh, holm: expected } of oracle.adjusted) {
    allNear(benjaminiHochberg(p), bh, 1e-15);
    allNear(holm(p), expected, 1e-15);
  }
  assert.deepEqual([benjaminiHochberg([]), holm([])], [[], []]);
});

test("BCa bounds agree with scipy.stats.bootstrap on its own replicates, one sample and two", () => {
  for (const { replicates, estimate, jackknife, level, low, high } of oracle.bca) {
    const interval = bcaInterval(replicates, estimate, jackknife, level);
    near(interval.low, low, 1e-12);
    near(interval.high, high, 1e-12);
  }
});

test("BCa has no bounds when every replicate lies on one side or the jackknife is constant", () => {
  const spread = [[1, 2, 4]];
  assert.ok(Number.isNaN(bcaInterval([1, 2, 3], 9, spread, 0.95).low));
  assert.ok(Number.isNaN(bcaInterval([1, 2, 3], 2, [[5, 5, 5]], 0.95).high));
});

test("without bias and skewness BCa is the percentile interval", () => {
  // z0 = 0 (as many below as above), a = 0 (symmetric jackknife); 2.5 % and 97.5 % of 0..100 are 2.5 and 97.5.
  const replicates = Array.from({ length: 101 }, (_, i) => i);
  const { low, high, bias, acceleration } = bcaInterval(replicates, 50, [[-1, 0, 1]], 0.95);
  near(low, 2.5);
  near(high, 97.5);
  near(bias, 0);
  near(acceleration, 0);
});
