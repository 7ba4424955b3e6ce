import { type BitView, bitsAt, bitView } from "./bits.ts";

/**
 * Decodes the RLE and bit-packing hybrid: `count` numbers of `width` bits from bytes[at..end) into `out`. Throws when
 * the bytes end early or a number is not below `limit` (a dictionary's size).
 * Source: Apache Parquet, Encodings.md, "Run Length Encoding / Bit-Packing Hybrid".
 */
export function decodeHybrid(
  bytes: Uint8Array,
  at: number,
  end: number,
  width: number,
  count: number,
  limit: number,
  out: Int32Array | Uint8Array,
): void {
  if (width > 32) throw new Error(`numbers of ${width} bits are not indices`);
  const view = bitView(bytes);
  let pos = at;
  let done = 0;
  while (done < count) {
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      if (pos >= end || shift > 28) throw new Error("a run of numbers is cut short");
      const byte = bytes[pos++];
      head |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    const run = (head & 1) === 1 ? (head >>> 1) * 8 : head >>> 1;
    const take = Math.min(run, count - done);
    const length = (head & 1) === 1 ? Math.ceil((take * width) / 8) : (width + 7) >> 3;
    if (run === 0 && pos >= end) throw new Error("a run of numbers is cut short");
    if (pos + length > end) throw new Error("a run of numbers is cut short");
    if ((head & 1) === 1) {
      unpack(view, pos, width, take, limit, out, done);
      pos += (head >>> 1) * width;
    } else {
      const value = repeated(bytes, pos, length);
      if (take > 0 && value >= limit) throw new Error(`index ${value} points beyond ${limit} entries`);
      out.fill(value, done, done + take);
      pos += length;
    }
    done += take;
  }
}

function repeated(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i++) value |= bytes[at + i] << (8 * i);
  return value >>> 0;
}

function unpack(
  view: BitView,
  at: number,
  width: number,
  count: number,
  limit: number,
  out: Int32Array | Uint8Array,
  from: number,
): void {
  let bit = at * 8;
  for (let i = 0; i < count; i++, bit += width) {
    const value = width === 0 ? 0 : bitsAt(view, bit, width) >>> 0;
    if (value >= limit) throw new Error(`index ${value} points beyond ${limit} entries`);
    out[from + i] = value;
  }
}

/**
 * Definition levels of a flat column: 1 where a row has a value. Null when every row has one.
 * Throws when the bytes end early.
 */
export function decodeValidity(bytes: Uint8Array, at: number, end: number, count: number): Uint8Array | null {
  if (isOneRun(bytes, at, end, count)) return null;
  const valid = new Uint8Array(count);
  decodeHybrid(bytes, at, end, 1, count, 2, valid);
  return valid.includes(0) ? valid : null;
}

/** True for what nearly every page of complete data holds: the level 1, repeated to its end. */
function isOneRun(bytes: Uint8Array, at: number, end: number, count: number): boolean {
  let head = 0;
  for (let pos = at, shift = 0; pos < end && shift <= 28; shift += 7) {
    const byte = bytes[pos++];
    head |= (byte & 127) << shift;
    if (byte < 128) return (head & 1) === 0 && head >>> 1 >= count && pos < end && bytes[pos] === 1;
  }
  return false;
}
