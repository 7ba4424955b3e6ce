import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BadCall } from "../../../src/contract/outcome.ts";
import { numberFormat, numberReader, readDecimalBytes } from "../../../src/io/csv/decimal.ts";
import { readNumber } from "../../../src/series/numeric-text.ts";

const fast = (text: string, mark = ".") =>
  readDecimalBytes(Buffer.from(`,${text},`), 1, Buffer.byteLength(text) + 1, mark.charCodeAt(0));
const reader = (decimal?: string, thousands?: string) => numberReader(numberFormat(decimal, thousands));

test("digits read from bytes give the very double that JavaScript reads, or are left to the text reader", () =>
  fc.assert(
    fc.property(fc.stringMatching(/^[+-]?[0-9]{0,9}\.?[0-9]{0,9}$/), (text) => {
      const value = fast(text);
      if (!Number.isNaN(value)) assert.ok(Object.is(value, Number(text)), text);
      else assert.ok(text.replace(/\D/g, "").length > 15 || readNumber(text) === null, text);
    }),
    { numRuns: 3000 },
  ));

test("whatever the bytes, no text that is no number is read as one", () =>
  fc.assert(
    fc.property(fc.string(), (text) => {
      const value = fast(text);
      assert.ok(Number.isNaN(value) || value === readNumber(text), JSON.stringify(text));
    }),
    { numRuns: 2000 },
  ));

test("every finite double comes back from its shortest spelling", () =>
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
      assert.equal(readNumber(String(x)), x + 0); // String(-0) is 0
    }),
    { numRuns: 1000 },
  ));

test("exponents, signs and infinities are numbers; NaN, hexadecimal, grouped and padded digits are texts", () => {
  for (const [text, x] of [
    ["1e3", 1000],
    ["-.5", -0.5],
    ["5.", 5],
    [" 7 ", 7],
    ["-inf", -Infinity],
    ["Infinity", Infinity],
    ["1e999", Infinity],
  ] as const) {
    assert.equal(readNumber(text), x, text);
  }
  for (const text of ["NaN", "nan", "0x10", "1,000", "1_000", "", " ", ".", "-", "1e", "e5", "12 3", "1.2.3", "٣"]) {
    assert.equal(readNumber(text), null, text);
  }
});

test("with a decimal comma a point is no part of a number, unless it is the thousands mark", () => {
  assert.equal(reader(",")("12,75"), 12.75);
  assert.equal(reader(",")("12.75"), null);
  assert.equal(reader(",")("1.234,5"), null);
  assert.equal(reader(",", ".")("1.234,5"), 1234.5);
  assert.equal(reader(",", ".")("-1.234.567"), -1234567);
  assert.equal(reader(",", ".")("12,5e3"), 12500);
  assert.equal(reader(",", ".")("1234,5"), 1234.5);
});

test("thousands come in groups of three digits and nowhere else", () => {
  for (const text of ["12.75", "1.23.456", "1234.567", ".123", "1.234.", "1..234", "1.2345"]) {
    assert.equal(reader(",", ".")(text), null, text);
  }
  assert.equal(reader(".", ",")("1,234.5"), 1234.5);
  assert.equal(reader(".", ",")("12,34"), null);
  assert.equal(reader(".", ",")("1.234,567"), null);
  assert.equal(reader(",", "\u202F")("1\u202F234,5"), 1234.5);
  assert.equal(reader(".", " ")("1 234 567"), 1234567);
});

test("marks that belong to the number itself, or are alike, are bad calls", () => {
  for (const [decimal, thousands] of [
    ["..", undefined],
    ["5", undefined],
    ["-", undefined],
    [",", ","],
    [undefined, "."],
    ["", undefined],
  ] as const) {
    assert.throws(() => numberFormat(decimal, thousands), BadCall);
  }
});
