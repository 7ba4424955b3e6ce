/** Where the rows of a page go: which values they take, and which of the page's rows are wanted. */
export interface PageRows {
  /** Row r takes entry index[r] of the table (the dictionary); null when it takes entry r. */
  index: Int32Array | null;
  /** 1 where a row has a value; values are stored for those alone. Null when every row has one. */
  valid: Uint8Array | null;
  /** The wanted rows of the page, and the place in the output of the first. */
  from: number;
  to: number;
  at: number;
}

/** How many entries of bytes[from..to) are 1. */
export function countOnes(bytes: Uint8Array, from: number, to: number): number {
  let ones = 0;
  for (let i = from; i < to; i++) ones += bytes[i];
  return ones;
}

/** The bytes of a column, to be copied into whatever their alignment was. */
export function bytesOf(column: Float64Array): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

/** A column or table of numbers. */
export type Numbers = Float64Array | Int32Array | Uint16Array;

/** Copies a page's rows from a table into a column; rows without a value get `missing`. */
export function fillRows(out: Numbers, table: Numbers, rows: PageRows, missing: number): void {
  const { index, valid, from, to, at } = rows;
  if (valid) fillNullable(out, table, index, valid, rows, missing);
  else if (index) for (let r = from, o = at; r < to; r++, o++) out[o] = table[index[r]];
  else out.set(table.subarray(from, to), at);
}

function fillNullable(
  out: Numbers,
  table: Numbers,
  index: Int32Array | null,
  valid: Uint8Array,
  { from, to, at }: PageRows,
  missing: number,
): void {
  let k = countOnes(valid, 0, from);
  for (let r = from, o = at; r < to; r++, o++) {
    if (valid[r] === 0) out[o] = missing;
    else {
      out[o] = table[index ? index[k] : k];
      k++;
    }
  }
}
