import assert from "node:assert/strict";
import { test } from "node:test";
import { gcd } from "../../src/numerics/gcd.ts";

test("the greatest number that divides both, 1 where they share no factor, and the other beside 0", () => {
  assert.deepEqual([gcd(12, 18), gcd(18, 12), gcd(7, 24), gcd(5, 0), gcd(0, 5)], [6, 6, 1, 5, 5]);
});
