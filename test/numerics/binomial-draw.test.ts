import assert from "node:assert/strict";
import { test } from "node:test";
import { binomialPmf } from "../../src/numerics/binomial.ts";
import { binomialDraw } from "../../src/numerics/binomial-draw.ts";
import { chiSquareSf } from "../../src/numerics/chi-square.ts";
import { pcg64 } from "../../src/numerics/pcg64.ts";

// Both branches (mean below and above 10), both sides of one half.
for (const [n, p] of [
  [12, 0.3],
  [400, 0.01],
  [60, 0.5],
  [1000, 0.07],
  [200, 0.93],
] as const) {
  test(`draws of Bin(${n}, ${p}) follow its probabilities (chi-square over cells of at least 20)`, () => {
    const rng = pcg64(42);
    const draws = 20_000;
    const counts = new Int32Array(n + 1);
    for (let i = 0; i < draws; i++) counts[binomialDraw(rng, n, p)]++;
    let [chi2, cells, seen, expected] = [0, 0, 0, 0];
    for (let k = 0; k <= n; k++) {
      seen += counts[k];
      expected += draws * binomialPmf(k, n, p);
      if (expected < 20 && k < n) continue;
      chi2 += (seen - expected) ** 2 / Math.max(expected, 1);
      cells++;
      [seen, expected] = [0, 0];
    }
    const tail = chiSquareSf(chi2, cells - 1);
    assert.ok(tail > 1e-4 && tail < 1 - 1e-4, `chi-square ${chi2} over ${cells} cells`);
  });
}

test("sure and impossible trials, none at all, and a chance that is none", () => {
  const rng = pcg64(1);
  assert.deepEqual([binomialDraw(rng, 9, 1), binomialDraw(rng, 9, 0), binomialDraw(rng, 0, 0.4)], [9, 0, 0]);
  assert.ok(Number.isNaN(binomialDraw(rng, 9, 1.5)));
  for (let i = 0; i < 200; i++) {
    const k = binomialDraw(rng, 3_000_000, 1e-7);
    assert.ok(Number.isInteger(k) && k >= 0 && k < 10);
  }
});
