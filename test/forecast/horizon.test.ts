import assert from "node:assert/strict";
import { test } from "node:test";
import { civilToMicros } from "../../src/contract/instant.ts";
import { horizonOf } from "../../src/forecast/horizon.ts";
import { findZone } from "../../src/series/calendar.ts";
import type { TimeIndex } from "../../src/series/dataset/dataset.ts";
import { parseFrequency } from "../../src/series/dataset/frequency-text.ts";

const HOUR = 3_600_000_000;

interface Row {
  at: number;
  spacing: string;
  kind?: TimeIndex["kind"];
  style?: TimeIndex["style"];
  tz?: string;
}

/** What leads on from one row: labels depend on nothing else. */
function after({ at, spacing, kind = "civil", style = "date", tz }: Row) {
  const zone = tz === undefined ? null : findZone(tz);
  const index: TimeIndex = { kind, name: "t", at: Float64Array.of(at), tz: tz ?? null, style };
  return {
    zone,
    data: {
      layout: "series" as const,
      label: "y",
      handle: "",
      index,
      y: { name: "y", values: Float64Array.of(1) },
      x: [],
      frequency: parseFrequency(spacing, at),
      filled: null,
    },
  };
}

const until = (row: Row, text: string) => horizonOf(after(row), text, undefined).labels;
const monthEnd = { at: civilToMicros(2023, 10, 31), spacing: "ME" };
const quarters = { at: civilToMicros(2023, 10, 1), spacing: "QS-JAN", style: "quarter" as const };
const halfHours = { at: civilToMicros(2024, 5, 21) + 23.5 * HOUR, spacing: "30min", style: "datetime" as const };
const hours = { at: civilToMicros(2024, 3, 30) + 23 * HOUR, spacing: "h", kind: "instant" as const };

test("a month names the one row in it, also where rows stand on its last day", () => {
  assert.deepEqual(until(monthEnd, "2023-12"), ["2023-11-30", "2023-12-31"]);
  assert.deepEqual(until(monthEnd, "2023-12-31"), ["2023-11-30", "2023-12-31"]);
});

test("a quarter is read as a load reads it", () => {
  for (const text of ["2024-Q2", "2024Q2", "2024-04", "2024-04-01"])
    assert.deepEqual(until(quarters, text), ["2024-Q1", "2024-Q2"], text);
});

test("a time needs no seconds", () => {
  const two = ["2024-05-22T00:00:00", "2024-05-22T00:30:00"];
  for (const text of ["2024-05-22T00:30:00", "2024-05-22T00:30", "2024-05-22 00:30"])
    assert.deepEqual(until(halfHours, text), two, text);
});

test("a time with an offset is the instant it names, in a zone a wall-clock time is enough", () => {
  const two = ["2024-03-31T00:00:00Z", "2024-03-31T01:00:00Z"];
  assert.deepEqual(until(hours, "2024-03-31T02:00:00+01:00"), two);
  assert.deepEqual(until(hours, "2024-03-31T01:00Z"), two);
  assert.deepEqual(until({ ...hours, tz: "Europe/Berlin" }, "2024-03-31T03:00"), two);
});

test("a day of a zone names its row, which is written in UTC", () => {
  const days = {
    at: civilToMicros(2024, 3, 29) + 23 * HOUR,
    spacing: "D",
    kind: "instant" as const,
    tz: "Europe/Berlin",
  };
  assert.deepEqual(until(days, "2024-04-01"), ["2024-03-30T23:00:00Z", "2024-03-31T22:00:00Z"]);
});

test("a number names the row of that number", () => {
  const years = { at: 1970, spacing: "step 1", kind: "number" as const };
  assert.deepEqual(until(years, "1972"), ["1971", "1972"]);
  assert.throws(() => until(years, "1969"), /'1969' is not after the last row, 1970/);
});

test("a number of four digits is a year where rows are years, and steps elsewhere", () => {
  const years = { at: 2023, spacing: "step 1", kind: "number" as const };
  const steps = (row: Row, n: number) => horizonOf(after(row), n, undefined).steps.length;
  assert.equal(steps(years, 2026), 3);
  assert.equal(steps({ at: civilToMicros(2023, 12, 31), spacing: "YE-DEC" }, 2026), 3);
  assert.equal(steps({ ...years, at: 500 }, 1000), 1000);
  assert.equal(steps(halfHours, 2026), 2026);
});

test("what names no row, several rows or no time is a bad call that says which rows are there", () => {
  assert.throws(
    () => until(quarters, "2024-09"),
    /no row falls on '2024-09'; the labels there are 2024-Q3 and 2024-Q4/,
  );
  assert.throws(() => until(monthEnd, "2024"), /'2024' holds several labels \(2024-01-31, .*, …\); name one/);
  assert.throws(() => until(monthEnd, "2023-10"), /'2023-10' is not after the last row, 2023-10-31/);
  assert.throws(
    () => until(monthEnd, "tomorrow"),
    /'tomorrow' is no label; write it like 2023-10-31, or give a number/,
  );
  assert.throws(() => until(monthEnd, "2023-13"), /'2023-13' is no label/);
  assert.throws(() => until(halfHours, "2024-05-22T00:30Z"), /has a UTC offset, and the labels have none/);
  assert.throws(() => until(hours, "2024-03-31T02:00"), /has no UTC offset; append Z/);
  assert.throws(() => until({ ...hours, tz: "Europe/Berlin" }, "2024-03-31T02:30"), /clocks skipped it/);
});
