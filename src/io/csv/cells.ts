/** Some rows of a delimited text: where each cell's UTF-8 bytes are. */
export interface Cells {
  bytes: Uint8Array;
  rows: number;
  columns: number;
  /**
   * `columns + 1` positions a row: cell c of row r is bytes[bounds[r * (columns + 1) + c], bounds[… + 1] - 1). One byte
   * lies between two cells.
   */
  bounds: Int32Array;
}

/** The text of one cell. */
export function cellText({ bytes, bounds, columns }: Cells, row: number, column: number): string {
  const at = row * (columns + 1) + column;
  return Buffer.from(bytes.buffer, bytes.byteOffset + bounds[at], bounds[at + 1] - 1 - bounds[at]).toString("utf8");
}

/** Puts records of a general parser in the same form. All have `columns` fields. */
export function cellsOf(records: string[][], columns: number): Cells {
  const sizes = records.map((record) => record.reduce((sum, field) => sum + Buffer.byteLength(field) + 1, 0));
  const bytes = Buffer.allocUnsafe(sizes.reduce((a, b) => a + b, 0));
  const bounds = new Int32Array(records.length * (columns + 1));
  let at = 0;
  let slot = 0;
  for (const record of records) {
    for (const field of record) {
      bounds[slot++] = at;
      at += bytes.write(field, at) + 1;
    }
    bounds[slot++] = at;
  }
  return { bytes, rows: records.length, columns, bounds };
}
