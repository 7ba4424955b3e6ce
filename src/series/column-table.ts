import type { KeyDictionary } from "./key-dictionary.ts";

/** How a column is to be read: numbers, texts to tell apart, or instants. */
export type ColumnKind = "number" | "key" | "instant";

/** Some columns of a file, whole and in file order. */
export interface ColumnTable {
  /** The file's name, which starts messages. */
  label: string;
  rows: number;
  columns: Record<string, Column>;
}

/** One column as it was asked for. */
export type Column = NumberColumn | KeyColumn;

/** Numbers or instants. */
export interface NumberColumn {
  /** NaN where the cell is empty. Instants are microseconds since 1970. */
  values: Float64Array;
}

/** Texts as numbers 0..size-1 in the order in which rows first show them; -1 where the cell is empty. */
export interface KeyColumn {
  codes: Int32Array;
  size: number;
  label(code: number): string;
  /** The number of a text, or -1 when no row has it. */
  find(text: string): number;
  /** UTF-8 bytes of a text. */
  bytes(code: number): Uint8Array;
}

/**
 * Codes of a dictionary as a column. A file's own dictionary may hold its texts in any order, and texts that no row
 * has; here they are numbered anew by first sight, so that the column does not depend on how the file was written.
 */
export function keyColumn(codes: Int32Array, dictionary: KeyDictionary): KeyColumn {
  const rank = new Int32Array(dictionary.size()).fill(-1);
  const order = new Int32Array(dictionary.size());
  let size = 0;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code < 0) continue;
    if (rank[code] < 0) {
      rank[code] = size;
      order[size++] = code;
    }
    codes[i] = rank[code];
  }
  const bytes = (code: number) => dictionary.bytes(order[code]);
  return {
    codes,
    size,
    label: (code) => Buffer.from(bytes(code)).toString("utf8"),
    find: (text) => {
      const code = dictionary.find(text);
      return code < 0 ? -1 : rank[code];
    },
    bytes,
  };
}

/** The column of that name, which must have been asked for as a number or an instant. */
export function numbersOf(table: ColumnTable, name: string): Float64Array {
  const column = table.columns[name];
  if (!column || !("values" in column)) throw new Error(`column '${name}' was not read as numbers`);
  return column.values;
}

/** The column of that name, which must have been asked for as keys. */
export function keysOf(table: ColumnTable, name: string): KeyColumn {
  const column = table.columns[name];
  if (!column || !("codes" in column)) throw new Error(`column '${name}' was not read as keys`);
  return column;
}
