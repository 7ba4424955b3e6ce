import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findRoot } from "../../src/numerics/find-root.ts";

test("a root is found to the last digits, whichever way the function runs", () => {
  assert.ok(Math.abs(findRoot((x) => x * x - 2, 0, 2) - Math.SQRT2) < 4e-16);
  assert.ok(Math.abs(findRoot((x) => 2 - x * x, 0, 2) - Math.SQRT2) < 4e-16);
  assert.ok(Math.abs(findRoot((x) => Math.cos(x) - x, 0, 1) - 0.7390851332151607) < 4e-16);
});

test("a root at an end is that end", () => {
  assert.equal(
    findRoot((x) => x, 0, 1),
    0,
  );
  assert.equal(
    findRoot((x) => x - 1, 0, 1),
    1,
  );
});

test("no change of sign, or NaN, is NaN", () => {
  assert.ok(Number.isNaN(findRoot((x) => x * x + 1, -1, 1)));
  assert.ok(Number.isNaN(findRoot(() => Number.NaN, -1, 1)));
});

test("hard shapes: a step, a flat root", () => {
  assert.ok(Math.abs(findRoot((x) => (x < 0.3 ? -1 : 1), 0, 1) - 0.3) < 1e-15);
  assert.ok(Math.abs(findRoot((x) => (x - 0.5) ** 9, 0, 1) - 0.5) < 1e-2);
});

test("the answer lies in the bracket and changes the sign around it", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -50, max: 50, noNaN: true }),
      fc.double({ min: 0.01, max: 20, noNaN: true }),
      (root, k) => {
        const x = findRoot((v) => Math.atan(k * (v - root)), -60, 70);
        return Math.abs(x - root) <= 1e-13 * Math.max(1, Math.abs(root));
      },
    ),
    { numRuns: 200 },
  );
});
