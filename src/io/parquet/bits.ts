/** Bytes seen as the 32-bit words of the buffer they lie in, for reading packed numbers with two loads each. */
export interface BitView {
  bytes: Uint8Array;
  words: Int32Array;
  /** Bit of the buffer where `bytes` begins. */
  base: number;
}

/** A view for `bitsAt`. */
export function bitView(bytes: Uint8Array): BitView {
  const words = new Int32Array(bytes.buffer, 0, bytes.buffer.byteLength >>> 2);
  return { bytes, words, base: 8 * bytes.byteOffset };
}

/**
 * `width` bits (1..32) from bit `at` of the bytes, least significant first, as an int32. Bits beyond the end of the
 * buffer read as 0: callers check lengths per run.
 */
export function bitsAt({ bytes, words, base }: BitView, at: number, width: number): number {
  const bit = base + at;
  const k = bit >>> 5;
  const shift = bit & 31;
  const value =
    k + 1 < words.length ? (words[k] >>> shift) | ((words[k + 1] << 1) << (31 - shift)) : lastBits(bytes, at);
  return width === 32 ? value : value & ((1 << width) - 1);
}

/** 32 bits from bit `at` where the buffer ends before the next whole word. */
function lastBits(bytes: Uint8Array, at: number): number {
  const byte = at >>> 3;
  const shift = at & 7;
  const low = bytes[byte] | (bytes[byte + 1] << 8) | (bytes[byte + 2] << 16) | (bytes[byte + 3] << 24);
  return shift === 0 ? low : (low >>> shift) | (bytes[byte + 4] << (32 - shift));
}

/** A position in bytes, with the two 32-bit halves of the last 64-bit number read. */
export interface Cursor {
  bytes: Uint8Array;
  at: number;
  low: number;
  high: number;
}

/** Reads an unsigned LEB128 number of up to 32 bits. Throws when it is longer or the bytes end. */
export function readVarint(cursor: Cursor): number {
  let value = 0;
  for (let shift = 0; shift <= 28; shift += 7) {
    if (cursor.at >= cursor.bytes.length) throw new Error("a number is cut short");
    const byte = cursor.bytes[cursor.at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return value >>> 0;
  }
  throw new Error("a number is longer than 32 bits");
}

/** Reads a zigzag LEB128 number of up to 64 bits into `low` and `high`. Throws when it is longer or the bytes end. */
export function readZigzag64(cursor: Cursor): void {
  let low = 0;
  let high = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    if (cursor.at >= cursor.bytes.length) throw new Error("a number is cut short");
    const byte = cursor.bytes[cursor.at++];
    const part = byte & 127;
    if (shift < 32) low |= part << shift;
    if (shift === 28) high |= part >>> 4;
    else if (shift > 28) high |= part << (shift - 32);
    if (byte < 128) {
      const sign = -(low & 1);
      cursor.low = ((low >>> 1) | (high << 31)) ^ sign;
      cursor.high = (high >>> 1) ^ sign;
      return;
    }
  }
  throw new Error("a number is longer than 64 bits");
}
