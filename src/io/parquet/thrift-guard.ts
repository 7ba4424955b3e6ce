/**
 * Walks one struct of Thrift's compact protocol without building it, and checks what a reader would trust: lengths
 * and list sizes fit the bytes, numbers have at most 10 bytes, nesting is shallow. Run before a parser that allocates
 * by what a file claims. Source: thrift-compact-protocol.md of Apache Thrift.
 */
interface Cursor {
  bytes: Uint8Array;
  at: number;
}

const MAX_DEPTH = 24;
const VARINT_BYTES = 10;
/** Raised inside the walk when the bytes end before the struct does. */
const INCOMPLETE = new Error("the structure is cut short");

/** Where the struct that starts at `start` ends, or -1 when the bytes end first. Throws on a malformed one. */
export function structEnd(bytes: Uint8Array, start: number): number {
  const cursor = { bytes, at: start };
  try {
    skipStruct(cursor, 0);
    return cursor.at;
  } catch (error) {
    if (error === INCOMPLETE) return -1;
    throw error;
  }
}

function skipStruct(cursor: Cursor, depth: number): void {
  if (depth > MAX_DEPTH) throw new Error("its structure is nested too deeply");
  while (true) {
    const head = readByte(cursor);
    const type = head & 15;
    if (type === 0) return;
    if (head >> 4 === 0) readVarint(cursor);
    // a boolean field's value is its type
    if (type > 2) skipValue(cursor, type, depth);
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
      skipStruct(cursor, depth + 1);
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
