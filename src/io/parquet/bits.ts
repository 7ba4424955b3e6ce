/**
 * `width` bits (1..32) from bit position `at`, least significant first, as an unsigned 32-bit number in an int32.
 * Bits beyond the end of the bytes read as 0: callers check lengths per run.
 */
export function bitsAt(bytes: Uint8Array, at: number, width: number): number {
  const byte = at >>> 3;
  const shift = at & 7;
  const low = bytes[byte] | (bytes[byte + 1] << 8) | (bytes[byte + 2] << 16) | (bytes[byte + 3] << 24);
  const value = shift === 0 ? low : (low >>> shift) | (bytes[byte + 4] << (32 - shift));
  return width === 32 ? value : value & ((1 << width) - 1);
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
