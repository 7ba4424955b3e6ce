import type { Labels } from "../series/labels.ts";
import type { TimestampReader } from "./timestamps/reader.ts";

/** A file of named columns, whatever its format. */
export interface Table {
  /** The file's name, which starts messages. */
  label: string;
  columns: string[];
  /** True where the columns' order says nothing: they were keys of JSON objects, or may have been sorted. */
  unordered?: boolean;
  /** Whether a column may hold names or codes: not one of measurements, as far as its type says. */
  mayName(column: number): boolean;
  /** Passes over the rows in file order, in batches; may be called again. */
  batches(): AsyncIterable<TableBatch>;
}

/** Rows of a table. Columns are read on demand, by their number in `columns`. */
export interface TableBatch {
  /** Number of the first row, from 0. */
  first: number;
  rows: number;
  /** Progress: how far of how much. */
  done: number;
  total: number;
  times(column: number, reader: TimestampReader): Promise<TimeColumn>;
  values(column: number, labels: Labels): Promise<ValueColumn>;
  /** Index of each cell's text in `labels`, -1 where the cell is empty. */
  codes(column: number, labels: Labels): Promise<Int32Array>;
}

export interface TimeColumn {
  /** Microseconds: of the instant, or of the wall clock when the reader found the file naive. */
  us: Float64Array;
  /** Nanoseconds below the microsecond; null when all are 0. */
  nanos: Uint16Array | null;
}

export interface ValueColumn {
  /** NaN where the cell is empty or text. */
  v: Float64Array;
  /** Index of the text of a text cell, -1 elsewhere; null when no cell is text. */
  text: Int32Array | null;
}
