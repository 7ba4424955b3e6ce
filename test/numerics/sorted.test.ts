import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { countDistinct } from "../../src/numerics/count-distinct.ts";
import { mad } from "../../src/numerics/mad.ts";
import { quantile } from "../../src/numerics/quantile.ts";
import { quantileOfTally } from "../../src/numerics/quantile-of-tally.ts";
import { selectInPlace } from "../../src/numerics/select-in-place.ts";
import { sortedCopy } from "../../src/numerics/sorted-copy.ts";
import { distinctOfSorted, madOfSorted, quantileOfSorted } from "../../src/numerics/sorted-statistics.ts";
import { close } from "../support/close.ts";

/** A column of 20,000 values made by `value(u, i)` from a linear congruential sequence u in [0, 1). */
function column(value: (u: number, i: number) => number): Float64Array {
  let state = 1;
  return Float64Array.from({ length: 20_000 }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return value(state / 2 ** 32, i);
  });
}

const COLUMNS: Record<string, Float64Array> = {
  uniform: column((u) => u),
  "far outliers": column((u, i) => (i % 500 === 0 ? 1e300 * (u - 0.5) : u)),
  "heavy tail": column((u) => 1 / (u + 1e-12)),
  "few levels": column((u) => Math.round(u * 3)),
  "one level but for a few": column((u, i) => (i % 997 === 0 ? u - 0.5 : 7)),
  constant: column(() => -2.5),
  "the whole range of doubles": column((u, i) => (i % 2 === 0 ? 1.7e308 : -1.7e308) * u),
  "denormal spread": column((u) => 5e-324 * Math.round(u * 4)),
  ascending: column((_, i) => i),
};

for (const [name, values] of Object.entries(COLUMNS)) {
  test(`sorted as the platform sorts: ${name}`, () => {
    assert.deepEqual(sortedCopy(values), values.slice().sort());
    const keep = Uint8Array.from(values, (_, i) => (i % 3 === 0 ? 0 : 1));
    assert.deepEqual(sortedCopy(values, keep), values.filter((_, i) => i % 3 !== 0).sort());
  });
}

test("the source is not changed, and nothing kept is an empty column", () => {
  const values = Float64Array.of(3, 1, 2);
  assert.deepEqual([...sortedCopy(values)], [1, 2, 3]);
  assert.deepEqual([...values], [3, 1, 2]);
  assert.equal(sortedCopy(values, new Uint8Array(3)).length, 0);
});

const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 });

test("statistics of sorted values are those of the values in any order", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(finite, fc.constantFrom(0, -0, 1, 2.5)), { minLength: 1, maxLength: 60 }), (list) => {
      const sorted = Float64Array.from(list).sort();
      for (const p of [0, 0.05, 0.5, 0.95, 1]) close(quantileOfSorted(sorted, p), quantile(list, p), 1e-12);
      close(madOfSorted(sorted), mad(list), 1e-12);
      assert.equal(distinctOfSorted(sorted), countDistinct(list));
    }),
    { numRuns: 300 },
  );
});

test("a tally's quantile is that of the values written out", () => {
  const level = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 6 }));
  fc.assert(
    fc.property(
      fc.uniqueArray(level, { selector: ([v]) => v, minLength: 1, maxLength: 12 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (levels, p) => {
        const ascending = levels.sort(([a], [b]) => a - b);
        const written = ascending.flatMap(([v, n]) => Array.from({ length: n }, () => v));
        const found = quantileOfTally(
          ascending.map(([v]) => v),
          ascending.map(([, n]) => n),
          p,
        );
        if (written.length === 0) assert.ok(Number.isNaN(found));
        else close(found, quantile(written, p), 1e-12);
      },
    ),
    { numRuns: 300 },
  );
});

test("selection puts the k-th smallest value in its place", () => {
  fc.assert(
    fc.property(fc.array(finite, { minLength: 1, maxLength: 80 }), fc.nat(), (list, n) => {
      const k = n % list.length;
      assert.ok(selectInPlace(Float64Array.from(list), k) === Float64Array.from(list).sort()[k]); // -0 and 0 are equal
    }),
    { numRuns: 200 },
  );
  assert.ok(Number.isNaN(selectInPlace(Float64Array.of(1), 1)));
  assert.ok(Number.isNaN(selectInPlace(new Float64Array(0), 0)));
});

test("nothing has no quantile and no MAD", () => {
  const none = new Float64Array(0);
  assert.deepEqual(
    [quantileOfSorted(none, 0.5), madOfSorted(none), distinctOfSorted(none)],
    [Number.NaN, Number.NaN, 0],
  );
});
