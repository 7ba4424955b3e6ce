import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fill,
  more,
  partLines,
  parts,
  plural,
  section,
  showDuration,
  showFixed,
  showNumber,
  showSecond,
  showSeconds,
  showSpan,
  table,
} from "../../src/contract/text.ts";

test("numbers carry four significant digits in fixed point", () => {
  const table: [number | null, string][] = [
    [0, "0"],
    [100, "100.0"],
    [8.399034, "8.399"],
    [0.401697, "0.4017"],
    [0.0999999, "0.1000"], // and not 0.10000
    [999.97, "1000"],
    [1500.1, "1500"],
    [-61.199699, "-61.20"],
    [1.5e-9, "0.000000001500"],
    [1.5e-10, "1.500e-10"], // twelve decimals would lose digits, and 1e-13 all of them
    [-123_456_789_012_345, "-123456789012345"],
    [-7e307, "-7.000e+307"],
    [null, "n/a"],
  ];
  for (const [value, text] of table) assert.equal(showNumber(value), text);
});

test("durations take the largest unit that divides them", () => {
  const table: [number | null, string][] = [
    [86_400, "1 d"],
    [36_000, "10 h"],
    [2400, "40 min"],
    [2223, "2223 s"],
    [2.5, "2.5 s"],
    [0, "0 s"],
    [null, "n/a"],
  ];
  for (const [seconds, text] of table) assert.equal(showDuration(seconds), text);
  assert.deepEqual([showSeconds(60), showSeconds(0.5), showSeconds(null)], ["60 s", "0.5000 s", "n/a"]);
});

test("a span's end loses its date when it is the start's", () => {
  assert.equal(showSpan("2024-03-30T20:00:00Z", "2024-03-30T23:00:00Z"), "2024-03-30 20:00:00Z -> 23:00:00Z");
  assert.equal(
    showSpan("2024-03-30T20:00:00.5Z", "2024-03-31T06:00:00Z"),
    "2024-03-30 20:00:00.5Z -> 2024-03-31 06:00:00Z",
  );
});

test("parts stand three blanks apart and break where a line is full", () => {
  assert.equal(parts("a", false, "b", null, ""), "a   b");
  assert.deepEqual(partLines(["aaaa", false, "bbbb", "cc"], 11, "  "), ["aaaa   bbbb", "  cc"]);
  assert.deepEqual(fill(["one", "two", "three"], 8, "  "), ["one two", "  three"]);
});

test("sections without a body are not shown; what is left out is counted", () => {
  assert.deepEqual(section("Gaps", []), []);
  assert.deepEqual(section("Gaps", ["one"]), ["", "Gaps", "  one"]);
  assert.deepEqual(
    [more(0), more(1, "gap"), more(2, "gap"), more(3)],
    [[], ["(+1 more gap)"], ["(+2 more gaps)"], ["(+3 more)"]],
  );
  assert.deepEqual([plural(1, "row"), plural(0, "row")], ["1 row", "0 rows"]);
  assert.deepEqual([showFixed(0.93333, 3), showFixed(null, 3)], ["0.933", "null"]);
});

test("a table stands in columns as wide as their widest cell", () =>
  assert.deepEqual(
    table([
      ["tag", "n"],
      ["FIC101", "5"],
      ["T", "-120"],
    ]),
    ["tag        n", "FIC101     5", "T       -120"],
  ));

test("when things were made is told to the second, whatever its digits", () => {
  for (const fraction of ["", ".74", ".846123"])
    assert.equal(showSecond(`2026-12-01T00:32:40${fraction}Z`), "2026-12-01 00:32:40Z");
});
