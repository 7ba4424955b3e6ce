import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ByteWriter } from "hyparquet-writer";
import { deltaBinaryPack } from "hyparquet-writer/src/delta.js";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import { bitsAt, bitView, readVarint, readZigzag64 } from "../../../src/io/parquet/bits.ts";
import { decodeBlock } from "../../../src/io/parquet/block.ts";
import { crc32 } from "../../../src/io/parquet/crc.ts";
import { decodeDelta } from "../../../src/io/parquet/delta.ts";
import { decodeHybrid, decodeValidity } from "../../../src/io/parquet/levels.ts";
import { lz4Block, lz4Hadoop } from "../../../src/io/parquet/lz4.ts";

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

function joined(words: Int32Array): bigint[] {
  return Array.from(
    { length: words.length / 2 },
    (_, i) => (BigInt(words[2 * i + 1]) << 32n) | BigInt(words[2 * i] >>> 0),
  );
}

test("delta-packed integers of 64 bits decode exactly, whatever their size (encoder: hyparquet-writer)", () => {
  const near = fc.array(fc.bigInt({ min: -1000n, max: 1000n }), { minLength: 1, maxLength: 400 });
  const far = fc.array(int64, { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(fc.oneof(near, far), fc.nat(3), (values, before) => {
      const writer = new ByteWriter();
      for (let i = 0; i < before; i++) writer.appendUint8(255);
      deltaBinaryPack(writer, BigInt64Array.from(values) as never, "INT64");
      const { words } = decodeDelta(writer.getBytes().slice(), before, values.length);
      assert.deepEqual(joined(words), values);
    }),
    { numRuns: 150 },
  );
});

test("delta-packed integers that end early are refused", () => {
  const writer = new ByteWriter();
  deltaBinaryPack(writer, BigInt64Array.from({ length: 200 }, (_, i) => BigInt(i * i)) as never, "INT64");
  const bytes = writer.getBytes().slice();
  assert.throws(() => decodeDelta(bytes.subarray(0, 60), 0, 200), /cut short/);
  assert.throws(() => decodeDelta(bytes, 0, 201), /holds 200 values and not 201/);
});

test("runs and packed groups decode to what was encoded (encoder: hyparquet-writer)", () => {
  const values = fc.integer({ min: 1, max: 20 }).chain((width) =>
    fc.record({
      width: fc.constant(width),
      runs: fc.array(fc.tuple(fc.nat(2 ** width - 1), fc.integer({ min: 1, max: 30 })), {
        minLength: 1,
        maxLength: 20,
      }),
    }),
  );
  fc.assert(
    fc.property(values, ({ width, runs }) => {
      const plain = runs.flatMap(([value, times]) => new Array(times).fill(value));
      const writer = new ByteWriter();
      writeRleBitPackedHybrid(writer, plain, width);
      const bytes = writer.getBytes().slice();
      const out = new Int32Array(plain.length);
      decodeHybrid(bytes, 0, bytes.length, width, plain.length, 2 ** width, out);
      assert.deepEqual([...out], plain);
    }),
    { numRuns: 150 },
  );
});

test("an index beyond the dictionary is refused, repeated or packed", () => {
  // header 2 << 1 = a run of two; header 1 << 1 | 1 = one group of eight packed numbers of three bits
  const out = new Int32Array(8);
  assert.throws(() => decodeHybrid(new Uint8Array([4, 5]), 0, 2, 3, 2, 5, out), /index 5 points beyond 5 entries/);
  assert.throws(() => decodeHybrid(new Uint8Array([3, 0, 0, 0xe0]), 0, 4, 3, 8, 7, out), /index 7 points beyond 7/);
});

test("definition levels: null when every row has a value", () => {
  // a run of nine ones; then eight packed levels 0b11111101: the second row is empty
  assert.equal(decodeValidity(new Uint8Array([18, 1]), 0, 2, 9), null);
  assert.deepEqual([...decodeValidity(new Uint8Array([3, 0xfd]), 0, 2, 8)!], [1, 0, 1, 1, 1, 1, 1, 1]);
  assert.throws(() => decodeValidity(new Uint8Array([18, 1]), 0, 2, 10), /cut short/);
});

test("bits are read across words and at the very end of the bytes, in a slice of a buffer too", () => {
  const all = Uint8Array.from({ length: 13 }, (_, i) => (i * 89 + 7) & 255);
  const bytes = all.subarray(3);
  const whole = bytes.reduce((sum, byte, i) => sum | (BigInt(byte) << BigInt(8 * i)), 0n);
  for (let width = 1; width <= 32; width++) {
    for (let at = 0; at + width <= 80; at++) {
      const expected = Number(BigInt.asIntN(32, (whole >> BigInt(at)) & (2n ** BigInt(width) - 1n)));
      assert.equal(bitsAt(bitView(bytes), at, width), expected, `${width} bits at ${at}`);
    }
  }
});

test("numbers of variable length: the extremes of 64 bits, and one that is too long", () => {
  const zigzag = (...bytes: number[]) => {
    const cursor = { bytes: new Uint8Array(bytes), at: 0, low: 0, high: 0 };
    readZigzag64(cursor);
    return (BigInt(cursor.high) << 32n) | BigInt(cursor.low >>> 0);
  };
  const ones = new Array(9).fill(0xff);
  assert.equal(zigzag(0), 0n);
  assert.equal(zigzag(1), -1n);
  assert.equal(zigzag(...ones, 1), -(2n ** 63n));
  assert.equal(zigzag(0xfe, ...ones.slice(1), 1), 2n ** 63n - 1n);
  assert.throws(() => zigzag(...ones, 0xff, 0xff), /longer than 64 bits/);
  const cursor = { bytes: new Uint8Array([0xff, 0xff, 0xff, 0xff, 0x0f]), at: 0, low: 0, high: 0 };
  assert.equal(readVarint(cursor), 2 ** 32 - 1);
});

test("LZ4: literals, a copy that repeats itself, Hadoop's frames around it", () => {
  // token 0x14: one literal 'a', then 8 bytes from distance 1; token 0x10: one literal 'b'
  const block = new Uint8Array([0x14, 97, 1, 0, 0x10, 98]);
  const out = new Uint8Array(10);
  assert.equal(lz4Block(block, out, 0), 10);
  assert.equal(Buffer.from(out).toString(), "aaaaaaaaab");
  const framed = new Uint8Array([0, 0, 0, 10, 0, 0, 0, 6, ...block]);
  assert.equal(lz4Hadoop(framed, new Uint8Array(10)), 10);
  assert.throws(() => lz4Block(block, new Uint8Array(9), 0), /overflows/);
  assert.throws(() => lz4Block(new Uint8Array([0x10, 97, 2, 0]), out, 0), /points outside/);
});

test("CRC-32 of '123456789' is cbf43926 (the check value of its definition)", () => {
  assert.equal(crc32(Buffer.from("123456789")), 0xcbf43926);
  assert.equal(crc32(new Uint8Array(0)), 0);
});

test("a page that holds fewer values than it states is refused, in each encoding", () => {
  const short = new Uint8Array(7);
  for (const type of ["DOUBLE", "INT64", "FLOAT", "INT32", "INT96", "BYTE_ARRAY"]) {
    assert.throws(() => decodeBlock("PLAIN", type, 0, short, 0, 2), /fewer values/, type);
  }
  assert.throws(() => decodeBlock("PLAIN", "FIXED_LEN_BYTE_ARRAY", 4, short, 0, 2), /fewer values/);
  assert.throws(() => decodeBlock("PLAIN", "BOOLEAN", 0, short, 0, 57), /fewer values/);
  assert.throws(() => decodeBlock("BYTE_STREAM_SPLIT", "DOUBLE", 0, short, 0, 1), /fewer values/);
  assert.throws(() => decodeBlock("ALP", "DOUBLE", 0, short, 0, 0), /encoding ALP of DOUBLE is not known/);
});
