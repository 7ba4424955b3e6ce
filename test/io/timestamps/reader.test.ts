import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { formatInstant } from "../../../src/contract/instant.ts";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import { type TimestampOptions, timestampReader } from "../../../src/io/timestamps/reader.ts";
import { compileStrptime } from "../../../src/io/timestamps/strptime.ts";
import { root } from "../../support/root.ts";

/** Reads texts as the rows of one file: from their bytes, and again as whole texts, which must agree. */
function read(texts: string[], options: TimestampOptions = {}): string[] {
  const fromBytes = timestampReader(options, "x.csv");
  const fromText = timestampReader(options, "x.csv");
  return texts.map((text, row) => {
    const bytes = Buffer.from(`,${text},`);
    const us = fromBytes.read(bytes, 1, bytes.length - 1, row);
    assert.equal(fromText.readText(text, row), us);
    assert.equal(fromText.nanos(), fromBytes.nanos());
    return formatInstant(us);
  });
}

const refused = (texts: string[], pattern: RegExp, options: TimestampOptions = {}) =>
  assert.throws(
    () => read(texts, options),
    (error) => {
      assert.ok(error instanceof Refusal && error.name === "SchemaError", String(error));
      assert.match(error.message, pattern);
      return true;
    },
  );
const UTC = { tz: "UTC" };

for (const [text, expected] of [
  ["2024-05-06T06:00:00Z", "2024-05-06T06:00:00Z"],
  ["2024-05-06 06:00:00+02:00", "2024-05-06T04:00:00Z"],
  ["2024-05-06T06:00:00.25-03:30", "2024-05-06T09:30:00.25Z"],
  ["2024-05-06T06:00Z", "2024-05-06T06:00:00Z"],
  ["2024-05-06 06:00:00 UTC", "2024-05-06T06:00:00Z"],
  ["2024-05-06T06:00:00,5+0200", "2024-05-06T04:00:00.5Z"],
  ["2024-05-06 06:00:00+00", "2024-05-06T06:00:00Z"],
  ["20240506T060000Z", "2024-05-06T06:00:00Z"],
  ["2024/5/6 6:00 Z", "2024-05-06T06:00:00Z"],
  ["06-May-2024 6:00:00 PM Z", "2024-05-06T18:00:00Z"],
  ["1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"],
]) {
  test(`'${text}' is ${expected}`, () => assert.deepEqual(read([text]), [expected]));
}

for (const text of [
  "2024-02-30T00:00:00Z",
  "2023-02-29T00:00:00Z",
  "2024-13-01T00:00:00Z",
  "2024-05-06T24:00:00Z",
  "2024-05-06T06:60:00Z",
  "2024-05-06T06:00:60Z",
  "2024-05-06T06:00:00+25:00",
  "2024-05-06T06:00:00.1234567890Z",
  "2024-05-06T06:00:00.Z",
  "2024-05-06T06:00:00ZZ",
  "2024-05-06T06:00:00 CET",
  "06/05/24 13:00 PM",
  "yesterday",
]) {
  test(`'${text}' is refused, row and text named`, () => refused([text], /'.+' in data row 1 is no timestamp/));
}

test("an empty timestamp is refused with its row", () => refused(["2024-05-06T06:00:00Z", ""], /'' in data row 2/));

test("every instant with a fraction and an offset is read back as it is written", () =>
  fc.assert(
    fc.property(
      fc.integer({ min: -8e15, max: 9e15 }),
      fc.integer({ min: 0, max: 999 }),
      fc.integer({ min: -18 * 60, max: 18 * 60 }),
      (us, nanos, offset) => {
        const wall = formatInstant(us + offset * 60_000_000).replace(/(\.\d+)?Z$/, "");
        const micros = ((us % 1_000_000) + 1_000_000) % 1_000_000;
        const digits = `${String(micros).padStart(6, "0")}${String(nanos).padStart(3, "0")}`;
        const [h, m] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
        const zone = `${offset < 0 ? "-" : "+"}${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`;
        const reader = timestampReader({}, "x");
        const bytes = Buffer.from(`${wall}.${digits}${zone}`);
        assert.equal(reader.read(bytes, 0, bytes.length, 0), us);
        assert.equal(reader.nanos(), nanos);
      },
    ),
    { numRuns: 500 },
  ));

test("timestamps without offset need --tz", () =>
  refused(["2024-05-06 06:00:00"], /'2024-05-06 06:00:00' in data row 1 has no UTC offset; .*--tz/));

test("timestamps with and without offset do not mix, in either order", () => {
  refused(
    ["2024-05-06T06:00:00Z", "2024-05-06T06:05:00"],
    /in data row 2 has no UTC offset and '.*' in data row 1 carries/,
    UTC,
  );
  refused(
    ["2024-05-06T06:00:00", "2024-05-06T06:05:00Z"],
    /in data row 2 carries a UTC offset and '.*' in data row 1 has/,
    UTC,
  );
});

test("a year whose microseconds a double cannot hold is refused", () =>
  refused(["9999-12-31T00:00:00Z"], /'9999-12-31T00:00:00Z' in data row 1 lies outside 1684 to 2255/));

test("a bare number is never taken for a time: its unit must be stated", () => {
  refused(["1714975200"], /is a bare number; .*--timestamp-unit/);
  refused(["20240506"], /is a bare number/);
  assert.deepEqual(read(["1714975200", "-1"], { unit: "s" }), ["2024-05-06T06:00:00Z", "1969-12-31T23:59:59Z"]);
  assert.deepEqual(read(["1714975200123"], { unit: "ms" }), ["2024-05-06T06:00:00.123Z"]);
  assert.deepEqual(read(["1714975200.000250"], { unit: "s" }), ["2024-05-06T06:00:00.00025Z"]);
  refused(["2024-05-06T06:00:00Z"], /is not a count of s since 1970/, { unit: "s" });
});

test("nanosecond counts are exact: 19 digits are moved, not multiplied", () => {
  const reader = timestampReader({ unit: "ns" }, "x");
  // 1714975200123456789 ns; as a double it would end in …6768.
  assert.equal(reader.readText("1714975200123456789", 0), 1714975200123456);
  assert.equal(reader.nanos(), 789);
  assert.equal(reader.readText("-1", 1), -1);
  assert.equal(reader.nanos(), 999);
});

test("a numeric date that reads two ways is refused with both readings and both formats", () => {
  refused(
    ["02/03/2026 06:00:00"],
    /reads as day 02 of month 03 or as month 02, day 03; pass --dayfirst, or --timestamp-format '%d\/%m\/%Y %H:%M:%S' or '%m\/%d\/%Y %H:%M:%S'/,
    UTC,
  );
});

test("numeric dates that settle their order are read; --dayfirst settles the others", () => {
  assert.deepEqual(read(["13/05/2024 06:00", "05/05/2024 07:00"], UTC), [
    "2024-05-13T06:00:00Z",
    "2024-05-05T07:00:00Z",
  ]);
  assert.deepEqual(read(["5.13.2024 6:00:00 PM"], UTC), ["2024-05-13T18:00:00Z"]);
  assert.deepEqual(read(["02-03-2026"], { ...UTC, dayfirst: true }), ["2026-03-02T00:00:00Z"]);
  assert.deepEqual(read(["01/02/24 00:00"], { ...UTC, dayfirst: true }), ["2024-02-01T00:00:00Z"]);
  assert.deepEqual(read(["2026-02-03T00:00:00"], { ...UTC, dayfirst: true }), ["2026-02-03T00:00:00Z"]);
});

test("rows that settle the order differently are refused, both named", () =>
  refused(
    ["13/05/2024", "05/14/2024"],
    /'05\/14\/2024' in data row 2 can only be month-first and '13\/05\/2024' in data row 1 only day-first/,
    UTC,
  ));

test("--dayfirst refuses a second field above 12", () =>
  refused(["05/13/2024"], /no month where --dayfirst expects it/, { ...UTC, dayfirst: true }));

test("a two-digit year that may be the day as well is refused", () => {
  refused(["13/05/24 06:00"], /two-digit year and reads as more than one date/, UTC);
  assert.deepEqual(read(["31/05/69"], UTC), ["1969-05-31T00:00:00Z"]); // no month has 69 days
});

const oracle = JSON.parse(readFileSync(join(root, "test/oracles/wall-clock.json"), "utf8")) as {
  strptime: { format: string; text: string; aware: boolean; us: number }[];
};
for (const { format, text, aware, us } of oracle.strptime) {
  test(`'${format}' reads '${text}' as Python's strptime does`, () => {
    assert.deepEqual(compileStrptime(format)(text), { us, nanos: 0, aware });
  });
}

test("every row must match --timestamp-format", () =>
  refused(["28-Oct-2026 06:00:00", "2026-10-28 06:00:00"], /data row 2 does not match --timestamp-format/, {
    ...UTC,
    format: "%d-%b-%Y %H:%M:%S",
  }));

test("a format takes fractions to the nanosecond and refuses impossible dates", () => {
  const reader = timestampReader({ ...UTC, format: "%Y-%m-%d %H:%M:%S.%f" }, "x");
  assert.equal(reader.readText("1970-01-01 00:00:00.123456789", 0), 123456);
  assert.equal(reader.nanos(), 789);
  assert.throws(() => reader.readText("2023-02-29 00:00:00.0", 1), Refusal);
});

for (const format of [
  "%Y-%m-%d %c",
  "%H:%M",
  "%Y-%m",
  "%Y-%m-%d %I:%M",
  "%Y-%m-%d %Y",
  "%Y-%j-%d",
  "%Y %",
  "%Y-%m-%d %constructor",
]) {
  test(`the format '${format}' is a bad call`, () => assert.throws(() => timestampReader({ format }, "x"), BadCall));
}

test("two ways of reading timestamps at once are a bad call", () => {
  assert.throws(() => timestampReader({ format: "%Y-%m-%d", dayfirst: true }, "x"), BadCall);
  assert.throws(() => timestampReader({ unit: "s", dayfirst: true }, "x"), BadCall);
});

test("whatever the text, a reader answers with a time or a refusal", () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.stringMatching(/^[0-9:T./ +-]{0,30}Z?$/),
        fc.constantFrom("2024-05-06T06:00:00Z").map((t) => t.slice(0, 12) + t.slice(14)),
      ),
      fc.constantFrom<TimestampOptions>(
        {},
        UTC,
        { ...UTC, dayfirst: true },
        { unit: "ns" },
        { ...UTC, format: "%d.%m.%y %H:%M" },
      ),
      (text, options) => {
        try {
          assert.ok(Number.isSafeInteger(timestampReader(options, "x").readText(text, 0)));
        } catch (error) {
          assert.ok(error instanceof Refusal, String(error));
        }
      },
    ),
    { numRuns: 2000 },
  ));
