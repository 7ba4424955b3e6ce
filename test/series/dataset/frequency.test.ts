import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { civilToMicros } from "../../../src/contract/instant.ts";
import { findZone } from "../../../src/series/calendar.ts";
import { calendarPeriods } from "../../../src/series/dataset/calendar-periods.ts";
import type { SeriesData, TimeIndex } from "../../../src/series/dataset/dataset.ts";
import { parseFrequency } from "../../../src/series/dataset/frequency-text.ts";
import { gridOf, toCivil } from "../../../src/series/dataset/grid.ts";
import { checkIndex } from "../../../src/series/dataset/index-check.ts";
import { inferFrequency } from "../../../src/series/dataset/infer-frequency.ts";
import { nextLabels } from "../../../src/series/dataset/next-labels.ts";
import { root } from "../../support/root.ts";

interface Range {
  freq: string;
  zone: string | null;
  us: number[];
}
const oracle = JSON.parse(readFileSync(join(root, "test/oracles/date-ranges.json"), "utf8")) as { ranges: Range[] };
const DAY = 86_400e6;
const index = (at: number[], kind: TimeIndex["kind"] = "civil"): TimeIndex => ({
  kind,
  name: "t",
  at: Float64Array.from(at),
  tz: null,
  style: "date",
});
const series = (at: number[], frequency: SeriesData["frequency"], kind?: TimeIndex["kind"]): SeriesData => ({
  layout: "series",
  label: "y",
  handle: "",
  index: index(at, kind),
  y: { name: "y", values: new Float64Array(at.length) },
  x: [],
  frequency,
  filled: null,
});

for (const { freq, zone: tz, us } of oracle.ranges) {
  const zone = tz === null ? null : findZone(tz);
  test(`pandas' date_range of ${freq}${tz ? ` in ${tz}` : ""}: inferred from its labels, and its labels from it`, () => {
    const stated = parseFrequency(freq, toCivil(us[0], zone));
    assert.equal(stated.text, freq);
    const grid = gridOf(stated, us[0], zone);
    assert.deepEqual(
      Array.from(us, (_, rank) => grid.labelAt(rank)),
      us,
    );
    // 02:30 on the day that skips it is no label of the grid read back: it stands at the change.
    const skipped = tz !== null && us.some((at) => grid.rankOf(at) === null);
    if (!skipped) {
      assert.deepEqual(
        us.map((at) => grid.rankOf(at)),
        Array.from(us.keys()),
      );
      assert.equal(inferFrequency(Float64Array.from(us), "time", zone).frequency?.text, freq);
    }
    assert.deepEqual(
      [...nextLabels(series(us.slice(0, -3), stated, zone ? "instant" : "civil"), [1, 2, 3], zone)],
      us.slice(-3),
    );
  });
}

test("a grid with holes keeps its frequency, and the holes are counted label by label", () => {
  const frequencies = fc.constantFrom("D", "MS", "ME", "B", "W-MON", "QE-DEC", "h", "15min");
  const holes = fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { maxLength: 8 });
  fc.assert(
    fc.property(frequencies, holes, (text, missing) => {
      const start = !["ME", "QE-DEC"].includes(text) ? civilToMicros(2024, 1, 1) : civilToMicros(2023, 12, 31);
      const frequency = parseFrequency(text, start);
      const grid = gridOf(frequency, start, null);
      const labels = Array.from({ length: 30 }, (_, rank) => grid.labelAt(rank)).filter(
        (_, rank) => !missing.includes(rank),
      );
      const found = checkIndex(index(labels), null, null);
      // Every second month missing may be read as two months: then the grid has fewer holes, never a label off it.
      if (found.frequency?.text !== text) return;
      assert.equal(found.n_missing_labels, missing.length);
      assert.equal(
        found.gaps.reduce((n, gap) => n + gap.missing, 0),
        missing.length,
      );
    }),
    { numRuns: 200 },
  );
});

test("whatever is inferred holds every label: nothing is rounded to a grid", () => {
  const labels = fc.uniqueArray(fc.integer({ min: 0, max: 4000 }), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(labels, fc.constantFrom(1, 3600e6, DAY), (steps, unit) => {
      const at = steps.sort((a, b) => a - b).map((step) => step * unit);
      const { frequency, reason } = inferFrequency(Float64Array.from(at), "time", null);
      assert.equal(frequency === null, reason !== null);
      if (frequency === null) return;
      const grid = gridOf(frequency, at[0], null);
      for (const label of at) assert.notEqual(grid.rankOf(label), null);
    }),
    { numRuns: 300 },
  );
});

test("fractions step evenly although doubles do not", () => {
  const at = Array.from({ length: 50 }, (_, i) => i / 10);
  assert.equal(inferFrequency(Float64Array.from(at), "number", null).frequency?.text, "step 0.1");
  assert.equal(inferFrequency(Float64Array.from([1, 2, 4.5]), "number", null).frequency, null);
});

test("a label before the first, and far ahead, lies on the grid where the calendar has it", () => {
  const grid = gridOf(parseFrequency("ME", 0), civilToMicros(2024, 1, 31), null);
  assert.equal(grid.labelAt(-11), civilToMicros(2023, 2, 28));
  assert.equal(grid.labelAt(1), civilToMicros(2024, 2, 29));
  assert.equal(grid.labelAt(1201), civilToMicros(2124, 2, 29));
  const business = gridOf(parseFrequency("B", 0), civilToMicros(2024, 1, 1), null);
  assert.equal(business.labelAt(-1), civilToMicros(2023, 12, 29));
});

test("what follows an irregular series is refused, and seasons are named where the calendar has them", () => {
  assert.throws(
    () => nextLabels(series([0, DAY, 2.5 * DAY], null), [1], null),
    (error: Error) => error.name === "IrregularIndex",
  );
  const periods = (text: string) => calendarPeriods({ frequency: parseFrequency(text, 0) });
  assert.deepEqual(["MS", "QE-DEC", "YE-DEC", "D", "B", "W-MON", "h", "15min", "min", "s", "step 1"].map(periods), [
    [12],
    [4],
    [],
    [7, 365],
    [5],
    [52],
    [24, 168],
    [96, 672],
    [1440, 10_080],
    [3600, 86_400, 604_800],
    [],
  ]);
});

test("a stated anchor must be that of the labels", () => {
  const [monday, january] = [
    index([0, 7, 14].map((days) => civilToMicros(2024, 1, 1) + days * DAY)),
    index([civilToMicros(2024, 1, 1), civilToMicros(2024, 4, 1)]),
  ];
  const off = (labels: TimeIndex, text: string) =>
    checkIndex(labels, parseFrequency(text, labels.at[0]), null).off_grid.length;
  assert.deepEqual([off(monday, "W"), off(monday, "W-MON"), off(monday, "W-FRI")], [0, 0, 3]);
  assert.deepEqual(
    [off(january, "Q"), off(january, "QS"), off(january, "QS-APR"), off(january, "QS-FEB")],
    [2, 0, 0, 2],
  );
});

test("a day of the month that some months do not have is cut to their last", () => {
  const at = [civilToMicros(2024, 1, 30), civilToMicros(2024, 2, 29), civilToMicros(2024, 3, 30)];
  const { frequency } = inferFrequency(Float64Array.from(at), "time", null);
  assert.equal(frequency?.text, "M@30");
  assert.deepEqual(parseFrequency("M@30", at[0]), frequency);
});

test("a frequency that is none is a bad call", () => {
  for (const text of ["", "month", "0D", "2B", "W-FOO", "MS-JAN-2", "step 0", "-1D", "M@31"]) {
    assert.throws(
      () => parseFrequency(text, 0),
      (error: Error) => error.name === "BadCall",
      text,
    );
  }
});
