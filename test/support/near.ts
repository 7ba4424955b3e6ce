import assert from "node:assert/strict";

/** Asserts equal lengths and values within `tolerance` × max(1, |expected|); NaN equals NaN only. */
export function near(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < expected.length; i++) {
    const [a, e] = [actual[i], expected[i]];
    if (Number.isNaN(a) && Number.isNaN(e)) continue;
    assert.ok(Math.abs(a - e) <= tolerance * Math.max(1, Math.abs(e)), `at ${i}: ${a}, expected ${e}`);
  }
}
