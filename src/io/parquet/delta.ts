import { type BitView, bitsAt, bitView, type Cursor, readVarint, readZigzag64 } from "./bits.ts";

const LARGEST_BLOCK = 1 << 24;

/** Integers as low and high 32-bit words in turn, and where the encoded bytes end. */
export interface DeltaResult {
  words: Int32Array;
  end: number;
}

/**
 * Decodes DELTA_BINARY_PACKED integers of 64 bits, exact over the whole range (two 32-bit words each, additions modulo
 * 2^64). For 32-bit columns the low words are the values. Throws when the bytes end early or the header is malformed.
 * Source: Apache Parquet, Encodings.md, "Delta encoding".
 */
export function decodeDelta(bytes: Uint8Array, at: number, count: number): DeltaResult {
  const cursor: Cursor = { bytes, at, low: 0, high: 0 };
  const view = bitView(bytes);
  const block = readVarint(cursor);
  const miniblocks = readVarint(cursor);
  const total = readVarint(cursor);
  const perMiniblock = block / miniblocks;
  if (!Number.isInteger(perMiniblock) || perMiniblock % 8 !== 0 || block === 0 || block > LARGEST_BLOCK) {
    throw new Error("a delta-encoded page has a malformed header");
  }
  if (total < count) throw new Error(`a delta-encoded page holds ${total} values and not ${count}`);
  const words = new Int32Array(2 * count);
  readZigzag64(cursor);
  if (count === 0) return { words, end: cursor.at };
  words[0] = cursor.low;
  words[1] = cursor.high;
  for (let done = 1; done < count; ) {
    readZigzag64(cursor);
    const widths = cursor.at;
    cursor.at += miniblocks;
    for (let m = 0; m < miniblocks && done < count; m++) {
      const width = bytes[widths + m];
      const take = Math.min(perMiniblock, count - done);
      if (!(width <= 64) || cursor.at + Math.ceil((take * width) / 8) > bytes.length) {
        throw new Error("a delta-encoded page is cut short");
      }
      addMiniblock(words, done, take, cursor, view, width);
      done += take;
      cursor.at += (perMiniblock * width) / 8;
    }
  }
  return { words, end: Math.min(cursor.at, bytes.length) };
}

/** Each value is the one before, plus the block's least delta, plus `width` packed bits. */
function addMiniblock(
  words: Int32Array,
  from: number,
  count: number,
  { at, low: minLow, high: minHigh }: Cursor,
  view: BitView,
  width: number,
): void {
  let low = words[2 * from - 2] >>> 0;
  let high = words[2 * from - 1];
  let bit = at * 8;
  const lowWidth = Math.min(width, 32);
  for (let i = from; i < from + count; i++, bit += width) {
    const deltaLow = lowWidth === 0 ? 0 : bitsAt(view, bit, lowWidth) >>> 0;
    const deltaHigh = width <= 32 ? 0 : bitsAt(view, bit + 32, width - 32);
    const sum = low + (minLow >>> 0) + deltaLow;
    const carry = sum >= 0x200000000 ? 2 : sum >= 0x100000000 ? 1 : 0;
    low = sum >>> 0;
    high = (high + minHigh + deltaHigh + carry) | 0;
    words[2 * i] = low;
    words[2 * i + 1] = high;
  }
}
