import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { civilToMicros } from "../../../src/contract/instant.ts";
import { Refusal } from "../../../src/contract/outcome.ts";
import { labelReader } from "../../../src/io/data/label-reader.ts";
import type { LabelStyle } from "../../../src/series/dataset/dataset.ts";
import { labelText } from "../../../src/series/dataset/index-label.ts";

const read = (texts: string[], options = {}) => {
  const reader = labelReader(options, "y.csv");
  const at = texts.map((text, row) => {
    const bytes = Buffer.from(text, "utf8");
    return row % 2 === 0 ? reader.read(bytes, 0, bytes.length, row) : reader.readText(text, row);
  });
  return { at, kind: reader.kind(), style: reader.style(), offsets: reader.offsets() };
};
const day = fc.date({ min: new Date("1700-01-01"), max: new Date("2250-01-01"), noInvalidDate: true });

test("labels of every style are written as they were read", () => {
  fc.assert(
    fc.property(
      fc.array(day, { minLength: 1, maxLength: 5 }),
      fc.constantFrom<LabelStyle>("month", "quarter", "date", "datetime"),
      (dates, style) => {
        const texts = dates.map((date) => {
          const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
          const us =
            style === "datetime"
              ? Math.floor(date.getTime() / 1000) * 1e6
              : style === "date"
                ? Math.floor(date.getTime() / 86_400_000) * 86_400e6
                : civilToMicros(year, style === "month" ? month + 1 : Math.floor(month / 3) * 3 + 1, 1);
          return labelText({ kind: "civil", style }, us);
        });
        const found = read(texts);
        assert.deepEqual([found.kind, found.style], ["civil", style]);
        assert.deepEqual(
          found.at.map((at) => labelText({ kind: "civil", style }, at)),
          texts,
        );
      },
    ),
    { numRuns: 200 },
  );
});

test("months and quarters are read however they are commonly written", () => {
  const january = civilToMicros(1991, 1, 1);
  for (const text of ["1991-01", "1991/1", "Jan 1991", "January 1991", "1991 Jan", "1991-Q1", "1991Q1", "1991 q1"])
    assert.equal(read([text]).at[0], january, text);
});

test("offsets are told in the order of first sight", () => {
  assert.deepEqual(
    read([
      "2024-01-01T00:00:00Z",
      "2024-01-01T00:00:00+05:30",
      "2024-06-01T00:00:00-04:00",
      "2024-06-01T00:00:00-04:00",
    ]).offsets,
    [0, 330, -240],
  );
});

test("a row of another kind, an empty one and a number among dates are refused with their row", () => {
  const check = (...texts: string[]) => {
    try {
      read(texts);
    } catch (error) {
      return error instanceof Refusal ? [error.details.check, error.details.row] : error;
    }
    return null;
  };
  assert.deepEqual(check("2024-01-01", "7"), ["mixed_labels", 2]);
  assert.deepEqual(check("1", "2024-01-01"), ["mixed_labels", 2]);
  assert.deepEqual(check("2024-01-01 00:00:00", "2024-01-01T00:00:00Z"), ["mixed_offsets", 2]);
  assert.deepEqual(check("1", ""), ["timestamp_empty", 2]);
  assert.deepEqual(check("01/02/2024"), ["date_order", 1]);
  assert.deepEqual(check("1991-13"), ["timestamp_text", 1]);
});

test("a format without an hour reads dates, one with an hour times", () => {
  const style = (text: string, format: string) => read([text], { format }).style;
  assert.equal(style("02.01.2023", "%d.%m.%Y"), "date");
  assert.equal(style("02.01.2023 06", "%d.%m.%Y %H"), "datetime");
});
