import type { Cells } from "./cells.ts";

const [LF, CR] = [10, 13];

/** What a block of lines holds. Rows are counted within the block, from 0. */
export interface Tokenized {
  cells: Cells;
  /** The first record with another number of fields; reading stopped there. */
  ragged: { row: number; fields: number } | null;
  /** The first record that holds nothing but separators. Such records are not in `cells`. */
  blank: number | null;
  /** The first record that comes after a blank one. */
  afterBlank: number | null;
}

/** Number of fields of the first line. */
export function countFields(bytes: Uint8Array, separator: number): number {
  let fields = 1;
  for (const byte of bytes) {
    if (byte === LF || byte === CR) break;
    if (byte === separator) fields++;
  }
  return fields;
}

/** Splits whole lines without quotes into cells. Records end at LF, CR LF or CR; empty lines are no records. */
export function tokenize(bytes: Uint8Array, separator: number, columns: number): Tokenized {
  const stride = columns + 1;
  // A record takes at least a byte a field, so this bound holds however wide the table is.
  let bounds = new Int32Array(Math.min(stride * Math.max(16, bytes.length >> 5), 2 * bytes.length + stride));
  const found: Tokenized = { cells: { bytes, rows: 0, columns, bounds }, ragged: null, blank: null, afterBlank: null };
  let rows = 0;
  for (let from = 0; from < bytes.length; ) {
    if (bytes[from] === LF || bytes[from] === CR) {
      from++;
      continue;
    }
    const slot = rows * stride;
    if (slot + stride > bounds.length) bounds = doubled(bounds, stride);
    const end = splitRecord(bytes, from, separator, columns, bounds, slot);
    if (bounds[slot + columns] !== end + 1) {
      found.ragged = { row: rows, fields: countFields(bytes.subarray(from), separator) };
      break;
    }
    if (end - from === columns - 1) found.blank ??= rows;
    else {
      if (found.blank !== null) found.afterBlank ??= rows;
      rows++;
    }
    from = end + 1;
  }
  found.cells = { bytes, rows, columns, bounds };
  return found;
}

/**
 * Writes where each field of one record starts, then one past its end. Returns the position of the line's end. When the
 * record has not `columns` fields, the last bound is -1.
 */
function splitRecord(
  bytes: Uint8Array,
  from: number,
  separator: number,
  columns: number,
  bounds: Int32Array,
  slot: number,
): number {
  const n = bytes.length;
  const last = slot + columns;
  let at = slot;
  bounds[at++] = from;
  let i = from;
  for (; i < n; i++) {
    const byte = bytes[i];
    if (byte > CR && byte !== separator) continue;
    if (byte === separator) {
      if (at < last) bounds[at] = i + 1;
      at++;
    } else if (byte === LF || byte === CR) break;
  }
  bounds[last] = at === last ? i + 1 : -1;
  return i;
}

function doubled(bounds: Int32Array, stride: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(bounds.length * 2 + stride);
  larger.set(bounds);
  return larger;
}
