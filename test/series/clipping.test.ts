import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../src/contract/outcome.ts";
import { clipping, refuseCensoredBaseline } from "../../src/series/clipping.ts";
import { rowQuality } from "../../src/series/row-quality.ts";
import type { TagMeta } from "../../src/series/tag-meta.ts";
import { metaOf, type Row, seriesOf } from "../support/rows.ts";

const RANGE = { eng_range_zero: 0, eng_range_span: 100 };

function clip(rows: Row[], more: Partial<TagMeta> = RANGE) {
  const series = seriesOf(rows);
  const meta = metaOf(more);
  return clipping(series, rowQuality(series, meta), meta);
}

test("GOOD samples at either rail censor, low and high told apart", () => {
  const found = clip([
    [0, 0],
    [1, -3],
    [2, 50],
    [3, 100],
    [4, 100 - 1e-8],
    [5, 99.9],
  ]);
  assert.deepEqual(
    [found.low, found.high],
    [
      { n_good: 2, n_all: 2 },
      { n_good: 2, n_all: 2 },
    ],
  );
  assert.equal(found.n_clipped, 4);
  assert.equal(found.clipped_fraction, 4 / 6);
  assert.equal(found.censored, true);
});

test("a rail value that is not GOOD is counted and does not censor", () => {
  // A failed transmitter reads 0 at range zero. The reference counts it, censors, and blocks every baseline.
  const found = clip([
    [0, 0, "BAD"],
    [1, 100, "UNCERTAIN"],
    [2, 50],
  ]);
  assert.deepEqual(
    [found.low, found.high],
    [
      { n_good: 0, n_all: 1 },
      { n_good: 0, n_all: 1 },
    ],
  );
  assert.deepEqual([found.n_clipped, found.censored], [0, false]);
});

test("over and under range censor in every spelling: 257, OVER RANGE, UNDER RANGE", () => {
  // The reference knows 257 alone: the same fact censored or not by spelling.
  for (const [code, end] of [
    ["257", "high"],
    ["257.0", "high"],
    ["over range ", "high"],
    ["UNDER RANGE", "low"],
  ] as const) {
    const found = clip([
      [0, 50, code],
      [1, 50],
    ]);
    assert.deepEqual([found.n_clipped, found.censored, found[end].n_all, found[end].n_good], [1, true, 1, 0], code);
  }
});

test("without a range only codes can censor, and silence is no verdict", () => {
  assert.deepEqual([clip([[0, 5]], {}).censored, clip([[0, 5]], {}).clipped_fraction], [null, null]);
  assert.equal(clip([[0, 5, "257"]], {}).censored, true);
  assert.equal(clip([[0, 5]]).censored, false);
});

test("the value under a digital state is no reading: it neither clips nor overflows", () => {
  const found = clip([
    [0, 0, "249"],
    [1, 1e39, "248"],
    [2, 50],
  ]);
  assert.deepEqual([found.low.n_all, found.high.n_all, found.beyond_float32_count], [0, 0, 0]);
});

test("null never clips; values beyond a 32-bit float are counted", () => {
  const found = clip([
    [0, null],
    [1, 3.5e38],
    [2, -3.5e38],
    [3, 3.4028234663852886e38],
  ]);
  assert.equal(found.beyond_float32_count, 2);
  assert.deepEqual([found.low.n_all, found.high.n_all], [1, 2]);
});

test("a censored window is refused as a baseline unless the stated tolerance allows it", () => {
  const rows = Array.from({ length: 31 }, (_, i): Row => [i, i < 2 ? 50 : 100]);
  const found = clip(rows);
  assert.throws(
    () => refuseCensoredBaseline(metaOf(), found),
    (error: unknown) =>
      error instanceof Refusal &&
      error.name === "InsufficientQuality" &&
      error.message ===
        "tag test:X: window is censored (clipped fraction 0.935); a clipped window may never serve as a baseline",
  );
  assert.throws(() => refuseCensoredBaseline(metaOf(), found, 0.93));
  assert.doesNotThrow(() => refuseCensoredBaseline(metaOf(), found, 0.94));
  assert.doesNotThrow(() =>
    refuseCensoredBaseline(
      metaOf(),
      clip([
        [0, 0, "BAD"],
        [1, 50],
      ]),
    ),
  );
});

test("the refusal says when the range is unknown", () => {
  assert.throws(
    () => refuseCensoredBaseline(metaOf(), clip([[0, 5, "257"]], {})),
    /clipped fraction null \(eng range unknown\)/,
  );
});
