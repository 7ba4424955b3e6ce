import assert from "node:assert/strict";
import { test } from "node:test";
import { minimizeScalar } from "../../src/numerics/minimize-scalar.ts";

test("a parabola's vertex is found, and a bound where the function falls towards it", () => {
  const { x, value } = minimizeScalar((u) => (u - 2) ** 2 + 1, 0, 5);
  assert.ok(Math.abs(x - 2) < 1e-7 && Math.abs(value - 1) < 1e-12);
  assert.ok(Math.abs(minimizeScalar((u) => -u, 0, 1).x - 1) < 1e-6);
});

test("a kink and a flat stretch end the search too", () => {
  assert.ok(Math.abs(minimizeScalar((u) => Math.abs(u - 0.3), -1, 1).x - 0.3) < 1e-6);
  assert.equal(minimizeScalar(() => 4, 0, 1).value, 4);
});
