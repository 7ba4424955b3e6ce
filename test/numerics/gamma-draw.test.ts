import assert from "node:assert/strict";
import { test } from "node:test";
import { gammaDraw } from "../../src/numerics/gamma-draw.ts";
import { incompleteGamma } from "../../src/numerics/incomplete-gamma.ts";
import { pcg64 } from "../../src/numerics/pcg64.ts";

for (const shape of [1, 2.5, 40]) {
  test(`draws of shape ${shape} follow the gamma distribution (Kolmogorov's distance)`, () => {
    const rng = pcg64(3);
    const n = 20_000;
    const drawn = Float64Array.from({ length: n }, () => gammaDraw(rng, shape)).sort();
    let distance = 0;
    for (let i = 0; i < n; i++) {
      const f = incompleteGamma(shape, drawn[i]).lower;
      distance = Math.max(distance, Math.abs(f - i / n), Math.abs((i + 1) / n - f));
    }
    // P(√n D > 2) is 0.00067.
    assert.ok(Math.sqrt(n) * distance < 2, `${distance}`);
  });
}

test("a shape below 1 is not drawn", () => {
  assert.ok(Number.isNaN(gammaDraw(pcg64(1), 0.5)));
});
