import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { commonGaps } from "../../../src/process/multivariate/common-gaps.ts";
import { completeRows, gridOf, pick, placeOnGrid } from "../../../src/process/multivariate/grid.ts";
import { findGaps } from "../../../src/series/gaps.ts";
import { intervalStatistics } from "../../../src/series/intervals.ts";
import { windowOf } from "../../support/rows.ts";

const seconds = (...t: number[]) => Float64Array.from(t, (s) => s * 1e6);

test("a grid reaches the window's end when the end is part of the window, and only then", () => {
  assert.equal(gridOf(windowOf(0, 60), 10).n, 7);
  assert.equal(gridOf({ ...windowOf(0, 60), end_inclusive: false }, 10).n, 6);
  assert.equal(gridOf(windowOf(0, 65), 10).n, 7);
  assert.equal(gridOf({ ...windowOf(0, 65), end_inclusive: false }, 10).n, 7);
  assert.equal(gridOf(windowOf(0, 5), 10).n, 1);
});

test("a sample fills the cell of its exact instant; others, and second ones, are counted", () => {
  const grid = gridOf(windowOf(100, 130), 10);
  const placed = placeOnGrid(
    grid,
    seconds(100, 105, 110, 110, 120.000001, 130, 130),
    Float64Array.of(1, 2, 3, 4, 5, 6, 6),
  );
  assert.deepEqual([...placed.cells], [1, 3, Number.NaN, 6]);
  assert.deepEqual([placed.n_filled, placed.n_duplicates, placed.n_conflicting, placed.n_off_grid], [3, 2, 1, 2]);
});

test("complete rows are those in which no column has a hole", () => {
  const columns = [Float64Array.of(1, Number.NaN, 3, 4), Float64Array.of(1, 2, 3, Number.NaN)];
  assert.deepEqual([...completeRows(columns, 4)], [0, 2]);
  assert.deepEqual([...pick(columns[0], Int32Array.of(0, 2))], [1, 3]);
});

test("placing is a lookup by time: what a cell holds is what the tag has at that instant", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      (stamps, rate) => {
        const t = [...stamps].sort((a, b) => a - b);
        const grid = gridOf(windowOf(0, 200), rate);
        const { cells, n_filled, n_off_grid } = placeOnGrid(
          grid,
          seconds(...t),
          Float64Array.from(t, (s) => -s),
        );
        const at = new Set(t);
        cells.forEach((value, cell) => {
          const s = cell * rate;
          assert.ok(at.has(s) ? value === -s : Number.isNaN(value));
        });
        assert.equal(n_filled + n_off_grid, t.length);
      },
    ),
    { numRuns: 200 },
  );
});

const gapsOf = (t: number[]) => {
  const stamps = seconds(...t);
  return findGaps(stamps, windowOf(0, 3600), intervalStatistics(stamps), { stepped: false, sample_rate_s: 60 });
};
const without = (from: number, to: number) =>
  Array.from({ length: 61 }, (_, i) => 60 * i).filter((s) => s <= from || s >= to);

test("gaps that tags share are told once, with how many share them; a gap of one tag alone is not", () => {
  const found = commonGaps([
    gapsOf(without(600, 1800)),
    gapsOf(without(660, 1800)),
    gapsOf(without(3000, 3300)),
    gapsOf(without(600, 2400)),
  ]);
  assert.deepEqual(found, [
    {
      start: "1970-01-01T00:10:00Z",
      end: "1970-01-01T00:30:00Z",
      duration_s: 1200,
      class: "comm_outage_multitag",
      n_tags: 2,
    },
  ]);
  assert.deepEqual(commonGaps([gapsOf(without(600, 1800))]), []);
});
