import assert from "node:assert/strict";
import { test } from "node:test";
import { gaussLegendre } from "../../src/numerics/gauss-legendre.ts";

test("the 3-point rule has its closed form: nodes 0, ±√(3/5), weights 8/9, 5/9", () => {
  const { nodes, weights } = gaussLegendre(3);
  const expected = [-Math.sqrt(0.6), 0, Math.sqrt(0.6)];
  for (const [i, x] of expected.entries()) assert.ok(Math.abs(nodes[i] - x) < 1e-15);
  for (const [i, w] of [5 / 9, 8 / 9, 5 / 9].entries()) assert.ok(Math.abs(weights[i] - w) < 1e-14);
});

test("n points integrate polynomials of degree 2n−1 exactly, and a smooth function to the last digits", () => {
  for (const n of [1, 2, 7, 64, 400]) {
    const { nodes, weights } = gaussLegendre(n);
    const integrate = (f: (x: number) => number) => nodes.reduce((sum, x, i) => sum + weights[i] * f(x), 0);
    assert.ok(Math.abs(integrate(() => 1) - 2) < 1e-13);
    // ∫ x^(2n−2) = 2/(2n−1); the odd power is 0 by symmetry.
    assert.ok(Math.abs(integrate((x) => x ** (2 * n - 2)) - 2 / (2 * n - 1)) < 1e-13);
    if (n >= 64) assert.ok(Math.abs(integrate(Math.exp) - (Math.E - 1 / Math.E)) < 1e-13);
  }
});
