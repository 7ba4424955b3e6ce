/**
 * Thrift's compact protocol, as far as parquet needs it, on bytes nobody vouches for: lengths and list sizes fit the
 * bytes, numbers have at most 10 bytes, nesting is shallow. Source: thrift-compact-protocol.md of Apache Thrift.
 */
export interface Cursor {
  bytes: Uint8Array;
  at: number;
}

const MAX_DEPTH = 24;
const VARINT_BYTES = 10;
/** Raised inside a walk when the bytes end before the struct does. */
const INCOMPLETE = new Error("the structure is cut short");

/**
 * Reads one struct field by field. `take` is told each field's id and type with the cursor at its value; it reads the
 * value and returns true, or leaves it and returns false. False when the bytes end before the struct. Throws on a
 * malformed one.
 */
export function readStruct(cursor: Cursor, take: (id: number, type: number) => boolean): boolean {
  try {
    readFields(cursor, take, 0);
    return true;
  } catch (error) {
    if (error === INCOMPLETE) return false;
    throw error;
  }
}

/** Where the struct that starts at `start` ends, or -1 when the bytes end first. Throws on a malformed one. */
export function structEnd(bytes: Uint8Array, start: number): number {
  const cursor = { bytes, at: start };
  return readStruct(cursor, skip) ? cursor.at : -1;
}

/** Reads a struct inside a struct; only for use in `take`. */
export function readInner(cursor: Cursor, take: (id: number, type: number) => boolean): true {
  readFields(cursor, take, 1);
  return true;
}

/** Reads a 16-, 32- or 64-bit integer; exact below 2^53. */
export function readInteger(cursor: Cursor): number {
  const folded = readVarint(cursor);
  return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
}

/** Reads a text or binary. */
export function readBinary(cursor: Cursor): Uint8Array {
  const length = readVarint(cursor);
  skipBytes(cursor, length);
  return cursor.bytes.subarray(cursor.at - length, cursor.at);
}

function skip(): boolean {
  return false;
}

function readFields(cursor: Cursor, take: (id: number, type: number) => boolean, depth: number): void {
  if (depth > MAX_DEPTH) throw new Error("its structure is nested too deeply");
  let id = 0;
  while (true) {
    const head = readByte(cursor);
    const type = head & 15;
    if (type === 0) return;
    id = head >> 4 === 0 ? readInteger(cursor) : id + (head >> 4);
    // a boolean field's value is its type: 1 is true, 2 is false
    if (!take(id, type) && type > 2) skipValue(cursor, type, depth);
  }
}

function skipValue(cursor: Cursor, type: number, depth: number): void {
  switch (type) {
    case 1:
    case 2:
    case 3:
      skipBytes(cursor, 1);
      return;
    case 4:
    case 5:
    case 6:
      readVarint(cursor);
      return;
    case 7:
      skipBytes(cursor, 8);
      return;
    case 8:
      skipBytes(cursor, readVarint(cursor));
      return;
    case 9:
      skipList(cursor, depth + 1);
      return;
    case 12:
      readFields(cursor, skip, depth + 1);
      return;
    default:
      throw new Error(`its structure holds an unknown type ${type}`);
  }
}

function skipList(cursor: Cursor, depth: number): void {
  if (depth > MAX_DEPTH) throw new Error("its structure is nested too deeply");
  const head = readByte(cursor);
  const size = head >> 4 === 15 ? readVarint(cursor) : head >> 4;
  // every element takes at least a byte
  if (size > cursor.bytes.length - cursor.at) throw INCOMPLETE;
  for (let i = 0; i < size; i++) skipValue(cursor, head & 15, depth);
}

function skipBytes(cursor: Cursor, count: number): void {
  cursor.at += count;
  if (cursor.at > cursor.bytes.length) throw INCOMPLETE;
}

function readByte(cursor: Cursor): number {
  if (cursor.at >= cursor.bytes.length) throw INCOMPLETE;
  return cursor.bytes[cursor.at++];
}

function readVarint(cursor: Cursor): number {
  let value = 0;
  for (let i = 0; i < VARINT_BYTES; i++) {
    const byte = readByte(cursor);
    value += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) return value;
  }
  throw new Error("its structure holds a number of more than 10 bytes");
}
