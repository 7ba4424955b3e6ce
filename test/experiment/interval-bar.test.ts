import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { barScale, intervalBar } from "../../src/experiment/interval-bar.ts";

test("an interval above 0, one across it, one below", () => {
  const draw = (low: number, estimate: number, high: number) =>
    intervalBar({ low, estimate, high }, { low: -10, high: 10, width: 21 });
  assert.equal(draw(2, 5, 8), "          │ ├──●──┤");
  assert.equal(draw(-4, 1, 6), "      ├───┼●────┤");
  assert.equal(draw(-9, -6, -3), " ├──●──┤  │");
});

test("property: one estimate, ends in order, never wider than the scale", () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(
      value,
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      (estimate, below, above) => {
        const interval = { low: estimate - below, estimate, high: estimate + above };
        const bar = intervalBar(interval, barScale([interval]));
        assert.ok([...bar].length <= 56);
        assert.equal([...bar].filter((cell) => cell === "●").length, 1);
        const [from, to] = [bar.indexOf("├"), bar.indexOf("┤")];
        if (from >= 0 && to >= 0) assert.ok(from < to);
      },
    ),
    { numRuns: 200 },
  );
});
