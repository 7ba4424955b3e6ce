import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compatibleShifts, hullOfCovered } from "../../../src/process/switchback/interval-inversion.ts";

const number = fc.double({ min: -10, max: 10, noNaN: true });
const overlap = fc.oneof(fc.double({ min: -1.5, max: 1.5, noNaN: true }), fc.constantFrom(1, -1, 0));

test("the shifts of one assignment are those of the inequality |a - shift c| >= |T - shift|", () => {
  fc.assert(
    fc.property(number, number, overlap, number, (observed, estimate, c, shift) => {
      const margin = Math.abs(estimate - shift * c) - Math.abs(observed - shift);
      fc.pre(Math.abs(margin) > 1e-6);
      const inside = compatibleShifts(observed, estimate, c).some(([low, high]) => low <= shift && shift <= high);
      assert.equal(inside, margin > 0);
    }),
    { numRuns: 2000 },
  );
});

test("the hull reaches from the first to the last shift that enough spans cover", () => {
  const spans: [number, number][] = [
    [0, 2],
    [1, 3],
    [5, 7],
    [6, 8],
  ];
  const hull = (needed: number) => hullOfCovered(spans, needed);
  assert.deepEqual(hull(1), { lo: 0, hi: 8, lo_unbounded: false, hi_unbounded: false });
  assert.deepEqual(hull(2), { lo: 1, hi: 7, lo_unbounded: false, hi_unbounded: false });
  assert.equal(hull(3), null);
});

test("a side that enough spans never leave is unbounded", () => {
  const open: [number, number] = [3, Number.POSITIVE_INFINITY];
  assert.deepEqual(hullOfCovered([open, [0, 4]], 1), { lo: 0, hi: null, lo_unbounded: false, hi_unbounded: true });
  assert.deepEqual(hullOfCovered([], 0), { lo: null, hi: null, lo_unbounded: true, hi_unbounded: true });
});

test("spans that meet in a point cover it together", () => {
  assert.deepEqual(
    hullOfCovered(
      [
        [0, 1],
        [1, 2],
      ],
      2,
    ),
    { lo: 1, hi: 1, lo_unbounded: false, hi_unbounded: false },
  );
});

test("an assignment that picks up the whole shift is no quadratic: a half-line, or every shift when it ties", () => {
  // |1 - s| >= |2 - s| from s = 1.5 on; |-1 + s| >= |2 - s| likewise; |2 - s| >= |2 - s| always.
  for (const c of [1, 1 + 1e-14]) {
    assert.deepEqual(compatibleShifts(2, 1, c), [[1.5, Number.POSITIVE_INFINITY]]);
    assert.deepEqual(compatibleShifts(2, -1, -c), [[1.5, Number.POSITIVE_INFINITY]]);
    assert.deepEqual(compatibleShifts(2, 2, c), [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]]);
  }
});
