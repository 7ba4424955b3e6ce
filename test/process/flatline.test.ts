import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assessFlatline, type FlatlineSubject, flatlineReference } from "../../src/process/flatline.ts";
import { movement, valueStatistics } from "../../src/series/statistics.ts";
import { windowOf } from "../support/rows.ts";

const micros = (seconds: number[]) => Float64Array.from(seconds, (s) => s * 1e6);
const columns = (rows: [number, number][]) => ({
  t: micros(rows.map(([s]) => s)),
  v: Float64Array.from(rows, ([, v]) => v),
});

/** Judges the rows of the last `length` seconds before `end` against all earlier ones. */
function judge(rows: [number, number][], start: number, end: number, more: Partial<FlatlineSubject> = {}) {
  const history = columns(rows.filter(([s]) => s < start));
  const now = columns(rows.filter(([s]) => s >= start && s <= end));
  const valid = new Uint8Array(now.t.length).fill(1);
  const reference = flatlineReference(history, history.t[0] ?? start * 1e6, windowOf(start, end));
  const subject = {
    ...valueStatistics(now.v, valid),
    ...movement(now, valid),
    n_valid: now.t.length,
    state_valued: false,
  };
  return assessFlatline({ ...subject, n_clipped: 0, clipped_fraction: 0, peers: [], ...more }, reference);
}

test("reference windows have the window's length, start at the archive's first row and end before the window", () => {
  // Length 100, first row at 0, window from 300: [0,100) and [100,200) end before 300, [200,300) ends at it and is left out.
  const history = columns([
    [0, 1],
    [10, 2],
    [20, 2],
    [40, 3],
    [110, 3],
    [250, 4],
  ]);
  const { windows, distinct, change_intervals_s } = flatlineReference(history, 0, windowOf(300, 400));
  assert.equal(windows, 2);
  assert.deepEqual(distinct, { values: [1, 3], windows: [1, 1] });
  assert.deepEqual([...change_intervals_s], [30]); // 10 -> 40; the first row of a reference window is no change
});

test("an empty reference window counts with 0 distinct values", () => {
  const { windows, distinct } = flatlineReference(
    columns([
      [0, 1],
      [250, 2],
    ]),
    0,
    windowOf(400, 500),
  );
  assert.equal(windows, 3);
  assert.deepEqual(distinct, { values: [0, 1], windows: [1, 2] });
});

test("no earlier window of that length, no reference", () => {
  assert.equal(
    flatlineReference(
      columns([
        [0, 1],
        [50, 2],
      ]),
      0,
      windowOf(100, 200),
    ).windows,
    0,
  );
  assert.equal(flatlineReference(columns([]), 100, windowOf(100, 200)).windows, 0);
});

const moving = (from: number, to: number): [number, number][] =>
  Array.from({ length: (to - from) / 60 }, (_, i) => [from + 60 * i, Math.sin((from + 60 * i) / 700)]);

test("a stall longer than the tag's own 99 % quantile fires, with its numbers", () => {
  const rows: [number, number][] = [...moving(0, 36_000), ...moving(36_000, 37_800), ...still(37_800, 39_600)];
  const { verdict, signals, reference_windows } = judge(rows, 36_000, 39_600);
  assert.equal(verdict, "FLATLINE SUSPECTED");
  assert.equal(reference_windows, 9);
  const [stall, distinct] = signals;
  assert.deepEqual([stall.fired, stall.observed, stall.reference], [true, 1740, 60]);
  assert.equal(stall.evidence, "stall 1740s vs own p99 60s");
  assert.deepEqual([distinct.fired, distinct.observed, distinct.reference], [true, 31, 60]);
});

function still(from: number, to: number, value = 0.5): [number, number][] {
  return Array.from({ length: (to - from) / 60 }, (_, i) => [from + 60 * i, value]);
}

test("a saturated window is not assessed: clipping is consulted first", () => {
  const found = judge([...moving(0, 36_000), ...still(36_000, 39_600)], 36_000, 39_600, {
    n_clipped: 3,
    clipped_fraction: 0.05,
  });
  assert.deepEqual([found.verdict, found.saturated_not_frozen, found.fired], ["NOT ASSESSED", true, false]);
  assert.equal(found.signals[0].signal, "clipping_consulted_first");
});

test("a MODE tag and a window without valid rows are not assessed, and say why", () => {
  assert.match(judge(moving(0, 7200), 3600, 7200, { state_valued: true }).not_assessed!, /state-valued/);
  assert.match(judge(moving(0, 3600), 36_000, 39_600).not_assessed!, /no valid samples/);
});

test("a window at the archive's start is not assessed without a peer", () => {
  const found = judge(still(0, 3600), 0, 3600);
  assert.deepEqual([found.verdict, found.fired], ["NOT ASSESSED", false]);
  assert.deepEqual(
    found.signals.map(({ evaluable }) => evaluable),
    [false, false, false],
  );
});

test("a tag frozen for life is suspected when a peer moves: its own history cannot tell", () => {
  const rows = still(0, 39_600);
  assert.equal(judge(rows, 36_000, 39_600).verdict, "no flatline");
  const beside = (std: number) => judge(rows, 36_000, 39_600, { peers: [{ mean: 1, std }] });
  assert.equal(beside(0.3).verdict, "FLATLINE SUSPECTED");
  assert.equal(beside(1e-12).verdict, "no flatline");
});

test("a tag that moves as before is not suspected; the same tag frozen for the window is", () => {
  const level = fc.double({ min: -50, max: 50, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(level, { minLength: 12, maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      level,
      (pattern, step, frozen) => {
        // A strictly moving pattern of a period that divides the window, so that every window holds the same values.
        const at = (i: number) => pattern[i % 12] + 1000 * (i % 12);
        const rows = (from: number, to: number) =>
          Array.from({ length: to - from }, (_, i): [number, number] => [(from + i) * step, at(from + i)]);
        const [start, end] = [120 * step, 144 * step - step];
        assert.equal(judge([...rows(0, 120), ...rows(120, 144)], start, end).verdict, "no flatline");
        const held = rows(120, 144).map(([s]): [number, number] => [s, frozen]);
        assert.equal(judge([...rows(0, 120), ...held], start, end).verdict, "FLATLINE SUSPECTED");
      },
    ),
    { numRuns: 100, seed: 20240330 },
  );
});
