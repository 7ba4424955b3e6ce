import assert from "node:assert/strict";
import { test } from "node:test";
import { solveUpper, thinQr } from "../../src/numerics/thin-qr.ts";
import { near } from "../support/near.ts";

test("columns (3, 4) and (1, 2): Q is (.6, .8) and (−.8, .6), R is ((5, 2.2), (0, .4))", () => {
  const qr = thinQr([Float64Array.of(3, 4), Float64Array.of(1, 2)]);
  assert.ok(typeof qr !== "number");
  near(qr.q[0], [0.6, 0.8], 1e-15);
  near(qr.q[1], [-0.8, 0.6], 1e-14);
  near(qr.r[0], [5, 2.2], 1e-14);
  near(qr.r[1], [0, 0.4], 1e-14);
});

test("nearly dependent columns stay orthogonal to rounding", () => {
  // Läuchli's matrix: the classical method loses orthogonality at this size of the small entry.
  const e = 1e-8;
  const qr = thinQr([Float64Array.of(1, e, 0), Float64Array.of(1, 0, e)]);
  assert.ok(typeof qr !== "number");
  const dot = qr.q[0].reduce((sum, value, t) => sum + value * qr.q[1][t], 0);
  assert.ok(Math.abs(dot) < 1e-15);
});

test("the first column that adds nothing is named; so is a column of zeros", () => {
  assert.equal(thinQr([Float64Array.of(1, 2, 3), Float64Array.of(0, 1, 1), Float64Array.of(2, 5, 7)]), 2);
  assert.equal(thinQr([new Float64Array(3)]), 0);
});

test("a triangular system is solved from the bottom: 2x + y = 4, 3y = 6", () => {
  const b = Float64Array.of(4, 6);
  solveUpper([Float64Array.of(2, 1), Float64Array.of(0, 3)], b);
  near(b, [1, 2], 1e-15);
});
