import assert from "node:assert/strict";
import { test } from "node:test";
import type { SchemaElement } from "hyparquet";
import type { Block } from "../../../src/io/parquet/block.ts";
import { boundToMicros, instantType, toInstants } from "../../../src/io/parquet/instants.ts";
import { numberConversion } from "../../../src/io/parquet/numbers.ts";
import { interner, qualityConversion, textCodes } from "../../../src/io/parquet/texts.ts";

function words(...values: bigint[]): Block {
  const data = new Int32Array(BigInt64Array.from(values).buffer);
  return { kind: "int64", data };
}

test("nanoseconds become microseconds exactly, cut towards the past", () => {
  const { micros, nanos } = toInstants(words(1_711_843_200_123_456_789n, 999n, -1n, -1_000n, -1_001n), "NANOS");
  assert.deepEqual([...micros], [1_711_843_200_123_456, 0, -1, -1, -2]);
  assert.deepEqual([...nanos!], [789, 999, 999, 0, 999]);
});

test("the last nanosecond whose microsecond a double holds exactly is exact", () => {
  const last = (2n ** 53n - 1n) * 1000n + 999n;
  assert.equal(toInstants(words(last), "NANOS").micros[0], 2 ** 53 - 1);
  assert.ok(toInstants(words(last + 1n), "NANOS").micros[0] >= 2 ** 53);
});

test("bounds from statistics are cut the same way", () => {
  assert.equal(boundToMicros(-1n, "NANOS"), -1);
  assert.equal(boundToMicros(1999n, "NANOS"), 1);
  assert.equal(boundToMicros(-7n, "MILLIS"), -7000);
});

test("INT96 counts nanoseconds of a Julian day", () => {
  // Julian day 2440589 is 1970-01-02; one hour and 1999 ns into it
  const bytes = new Uint8Array(12);
  const view = new DataView(bytes.buffer);
  view.setBigInt64(0, 3_600_000_001_999n, true);
  view.setInt32(8, 2_440_589, true);
  const { micros, nanos } = toInstants({ kind: "fixed", bytes, width: 12, count: 1 }, "INT96");
  assert.deepEqual([micros[0], nanos![0]], [86_400_000_000 + 3_600_000_001, 999]);
});

test("a timestamp's kind: the old annotations mean UTC, a time of day or a plain integer is none", () => {
  const of = (element: Partial<SchemaElement>) => instantType({ name: "t", type: "INT64", ...element });
  const stamp = (isAdjustedToUTC: boolean) =>
    of({ logical_type: { type: "TIMESTAMP", isAdjustedToUTC, unit: "NANOS" } });
  assert.deepEqual(of({ converted_type: "TIMESTAMP_MILLIS" }), { unit: "MILLIS", utc: true });
  assert.deepEqual(stamp(false), { unit: "NANOS", utc: false });
  assert.deepEqual(of({ type: "INT96" }), { unit: "INT96", utc: true });
  assert.equal(of({ converted_type: "TIME_MICROS" }), null);
  assert.equal(of({}), null);
});

test("integers beyond 2^53 round once; unsigned ones are read without sign", () => {
  const signed = numberConversion({ name: "v", type: "INT64" })!;
  const unsigned = numberConversion({ name: "v", type: "INT64", converted_type: "UINT_64" })!;
  // 2^53 + 1 lies between two doubles and goes to the even one; the next odd one goes up
  assert.deepEqual([...signed(words(2n ** 53n + 1n, 2n ** 53n + 3n, -1n))], [2 ** 53, 2 ** 53 + 4, -1]);
  assert.deepEqual([...unsigned(words(-1n))], [2 ** 64]);
  const u32 = numberConversion({ name: "v", type: "INT32", converted_type: "UINT_32" })!;
  assert.deepEqual([...u32({ kind: "int32", data: new Int32Array([-1]) })], [2 ** 32 - 1]);
});

test("a decimal is the double nearest to it", () => {
  const decimal = (scale: number, type: SchemaElement["type"] = "INT64") =>
    numberConversion({ name: "v", type, converted_type: "DECIMAL", scale, precision: 38 })!;
  assert.deepEqual([...decimal(2)(words(1n, -10n, 123456789n))], [0.01, -0.1, 1234567.89]);
  assert.deepEqual([...decimal(18)(words(9_007_199_254_740_993n))], [0.009007199254740993]);
  // -1 and 2^63 as 9 bytes, big-endian
  const bytes = new Uint8Array([...new Array(9).fill(255), 0, 128, ...new Array(7).fill(0)]);
  const fixed: Block = { kind: "fixed", bytes, width: 9, count: 2 };
  assert.deepEqual([...decimal(0, "FIXED_LEN_BYTE_ARRAY")(fixed)], [-1, 2 ** 63]);
});

test("half floats: smallest subnormal, one, largest, infinite, not a number", () => {
  const half = numberConversion({
    name: "v",
    type: "FIXED_LEN_BYTE_ARRAY",
    type_length: 2,
    logical_type: { type: "FLOAT16" },
  })!;
  const bytes = new Uint8Array(new Uint16Array([0x0001, 0x3c00, 0xfbff, 0x7c00, 0x7e00, 0x8000]).buffer);
  const read = [...half({ kind: "fixed", bytes, width: 2, count: 6 })];
  assert.deepEqual(read, [2 ** -24, 1, -65504, Number.POSITIVE_INFINITY, Number.NaN, -0]);
});

test("dates, times, UUIDs and binary are no numbers", () => {
  for (const logical of ["DATE", "TIME_MICROS", "TIMESTAMP_MICROS", "INTERVAL"] as const) {
    assert.equal(numberConversion({ name: "v", type: "INT32", converted_type: logical }), null);
  }
  assert.equal(numberConversion({ name: "v", type: "BYTE_ARRAY" }), null);
  assert.equal(numberConversion({ name: "v", type: "FIXED_LEN_BYTE_ARRAY", type_length: 16 }), null);
});

test("quality codes are spelled: integers in decimal, integral floats as integers, NaN as an empty cell", () => {
  const texts = interner();
  const floats = qualityConversion({ name: "q", type: "DOUBLE" })!;
  const codes = floats({ kind: "float64", data: new Float64Array([192, 0, -0, 0.5, Number.NaN, 192]) }, texts);
  assert.deepEqual(
    Array.from(codes, (code) => texts.labels[code] ?? null),
    ["192", "0", "0", "0.5", null, "192"],
  );
  const big = qualityConversion({ name: "q", type: "INT64", converted_type: "UINT_64" })!;
  assert.equal(texts.labels[big(words(-1n), texts)[0]], "18446744073709551615");
  assert.equal(qualityConversion({ name: "q", type: "BOOLEAN" }), null);
});

test("texts are verbatim: a byte-order mark stays, equal bytes share a code, bad UTF-8 is replaced", () => {
  const texts = interner();
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 65, 65, 0xff, 65]);
  const starts = new Int32Array([0, 3, 4, 5, 6]);
  const codes = textCodes({ kind: "bytes", bytes, starts, lengths: new Int32Array([4, 1, 1, 1, 0]) }, texts);
  assert.deepEqual(texts.labels, ["\uFEFFA", "A", "\uFFFD", ""]);
  assert.deepEqual([...codes], [0, 1, 1, 2, 3]);
});
