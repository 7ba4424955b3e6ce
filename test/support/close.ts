import assert from "node:assert/strict";

/** Equal within a relative tolerance (absolute below 1). */
export function close(actual: number, expected: number, tolerance = 1e-9, what = ""): void {
  const scale = Math.max(1, Math.abs(expected));
  assert.ok(
    Math.abs(actual - expected) <= tolerance * scale,
    `${what} ${actual} is not ${expected} within ${tolerance}`,
  );
}

/** Both ends of an interval. */
export function closeInterval(
  actual: { low: number; high: number },
  expected: number[],
  tolerance = 1e-9,
  what = "",
): void {
  close(actual.low, expected[0], tolerance, `${what} low`);
  close(actual.high, expected[1], tolerance, `${what} high`);
}
