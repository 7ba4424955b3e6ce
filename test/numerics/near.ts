import assert from "node:assert/strict";

/** Fails unless `got` is within `relative` of `expected` (absolute below 1). */
export function near(got: number, expected: number, relative = 1e-12, what = ""): void {
  const allowed = relative * Math.max(1, Math.abs(expected));
  assert.ok(Math.abs(got - expected) <= allowed, `${what} ${got}, not ${expected}`);
}

/** The same for two lists of equal length. */
export function allNear(got: ArrayLike<number>, expected: ArrayLike<number>, relative = 1e-12, what = ""): void {
  assert.equal(got.length, expected.length, what);
  for (let i = 0; i < expected.length; i++) near(got[i], expected[i], relative, `${what}[${i}]`);
}
