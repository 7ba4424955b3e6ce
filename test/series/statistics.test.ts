import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { intervalStatistics } from "../../src/series/intervals.ts";
import { rowQuality } from "../../src/series/row-quality.ts";
import { movement, valueStatistics } from "../../src/series/statistics.ts";
import { close } from "../support/close.ts";
import { root } from "../support/root.ts";
import { metaOf, type Row, seriesOf } from "../support/rows.ts";

const oracle = JSON.parse(readFileSync(join(root, "test/oracles/window-statistics.json"), "utf8"));

for (const { name, seconds, values, statistics, intervals } of oracle.cases) {
  test(`pandas: statistics and intervals of '${name}'`, () => {
    const found = valueStatistics(Float64Array.from(values), new Uint8Array(values.length).fill(1));
    for (const key of ["n", "min", "max", "median", "distinct", "mad", "p05", "p95", "mean", "std"] as const) {
      close(found[key]!, statistics[key], 1e-12, key);
    }
    const between = intervalStatistics(Float64Array.from(seconds, (s: number) => s * 1e6));
    for (const key of ["p05_s", "median_s", "p95_s"] as const) close(between[key]!, intervals[key], 1e-12, key);
  });
}

test("rows that are not valid are not seen", () => {
  const found = valueStatistics(
    Float64Array.of(1, Number.NaN, 1e9, 3, Number.POSITIVE_INFINITY),
    Uint8Array.of(1, 0, 0, 1, 0),
  );
  assert.deepEqual([found.n, found.min, found.max, found.mean, found.distinct], [2, 1, 3, 2, 2]);
});

test("no valid row: all null; one: no spread", () => {
  const none = valueStatistics(Float64Array.of(1), new Uint8Array(1));
  assert.deepEqual(Object.values(none), [0, null, null, null, null, null, null, null, null, null]);
  const one = valueStatistics(Float64Array.of(7), Uint8Array.of(1));
  assert.deepEqual([one.median, one.mean, one.distinct, one.std, one.mad], [7, 7, 1, null, null]);
});

test("intervals: one row has none, two rows have one, and many lengths are selected as few are counted", () => {
  assert.deepEqual(Object.values(intervalStatistics(Float64Array.of(5))), [null, null, null, null]);
  assert.deepEqual(Object.values(intervalStatistics(Float64Array.of(0, 5e6))), [5, 5, 5, 5]);
  // 0, 1, 2, …, 2000 microseconds, each length once, three zeros: beyond what is counted level by level.
  const stamps = [0, 0, 0, 0];
  for (let d = 1; d <= 2000; d++) stamps.push(stamps[stamps.length - 1] + d);
  const found = intervalStatistics(Float64Array.from(stamps));
  const sorted = [0, 0, 0, ...Array.from({ length: 2000 }, (_, i) => i + 1)];
  const at = (p: number) => sorted[Math.floor((sorted.length - 1) * p)]; // every h used here falls between equal steps
  const h = (p: number) => (sorted.length - 1) * p;
  for (const [key, p] of [
    ["p05_s", 0.05],
    ["median_s", 0.5],
    ["p95_s", 0.95],
  ] as const) {
    close(found[key]! * 1e6, at(p) + (h(p) - Math.floor(h(p))), 1e-9, key);
  }
  close(found.positive_median_s! * 1e6, 1000.5, 1e-12);
});

test("the median of positive intervals leaves repeated stamps out", () => {
  const found = intervalStatistics(Float64Array.from([0, 0, 0, 60, 60, 60, 120], (s) => s * 1e6));
  assert.deepEqual([found.median_s, found.positive_median_s], [0, 60]);
  assert.equal(intervalStatistics(Float64Array.of(1, 1, 1)).positive_median_s, null);
});

const moves = (rows: Row[]) => {
  const series = seriesOf(rows);
  return movement(series, rowQuality(series, metaOf()).valid);
};
const run = (rows: Row[]) => {
  const { start, end, samples } = moves(rows).constant_run!;
  return [start / 1e6, end / 1e6, samples];
};

test("stall: from the last change to the last valid row; the whole span when nothing changes", () => {
  assert.equal(
    moves([
      [0, 1],
      [10, 2],
      [20, 2],
      [35, 2],
    ]).stall_s,
    25,
  );
  assert.equal(
    moves([
      [0, 2],
      [10, 2],
      [35, 2],
    ]).stall_s,
    35,
  );
  assert.equal(
    moves([
      [0, 1],
      [10, 2],
    ]).stall_s,
    0,
  );
  assert.equal(
    moves([
      [0, 1],
      [10, 2],
      [20, 3, "BAD"],
    ]).stall_s,
    0,
  );
  assert.equal(moves([[0, 1]]).stall_s, null);
});

test("changes per hour of the valid span", () => {
  assert.equal(
    moves([
      [0, 1],
      [900, 2],
      [1800, 1],
      [3600, 1],
    ]).changes_per_hour,
    2,
  );
  assert.equal(
    moves([
      [0, 1],
      [0, 2],
    ]).changes_per_hour,
    null,
  );
});

test("the constant run is the longest by time, then by samples, then the earliest", () => {
  assert.deepEqual(
    run([
      [0, 1],
      [10, 1],
      [20, 2],
      [50, 2],
      [60, 3],
      [70, 3],
      [80, 3],
      [85, 3],
    ]),
    [20, 50, 2],
  );
  assert.deepEqual(
    run([
      [0, 1],
      [20, 1],
      [30, 2],
      [40, 2],
      [50, 2],
    ]),
    [30, 50, 3],
  );
  assert.deepEqual(
    run([
      [0, 1],
      [20, 1],
      [30, 2],
      [50, 2],
    ]),
    [0, 20, 2],
  );
  assert.deepEqual(run([[7, 1]]), [7, 7, 1]);
  assert.equal(moves([[0, null]]).constant_run, null);
});

test("rows that are not valid and gaps do not end a constant run", () => {
  assert.deepEqual(
    run([
      [0, 5],
      [10, 9, "BAD"],
      [20, 5],
      [30, null],
      [9000, 5],
      [9010, 6],
    ]),
    [0, 9000, 3],
  );
});
