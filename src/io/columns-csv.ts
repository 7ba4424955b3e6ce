import { Refusal, refusal } from "../contract/outcome.ts";
import { type Column, type ColumnKind, type ColumnTable, keyColumn } from "../series/column-table.ts";
import { keyDictionary } from "../series/key-dictionary.ts";
import { readNumber } from "../series/numeric-text.ts";
import type { Cells } from "./csv/cells.ts";
import { type Csv, dialectOf, openCsv } from "./csv/csv.ts";
import { readDecimalBytes } from "./csv/decimal.ts";
import type { ByteSource } from "./csv/source.ts";
import { findColumn } from "./find-column.ts";
import { clip } from "./meta-fields.ts";
import { timestampReader } from "./timestamps/reader.ts";

/** Fills one column, batch by batch. */
interface ColumnBuilder {
  append(cells: Cells, first: number): void;
  finish(): Column;
}

const OTHER_SEPARATORS = [",", ";", "\t"];
const DOT = 46;
const SPACE = 32;
/** Words that mean an empty cell in a column of numbers. */
const MISSING = new Set(["", "na", "n/a", "nan", "null", "none"]);
const TRUTH = new Map([
  ["true", 1],
  ["false", 0],
]);

/**
 * Reads some columns of a delimited text in one pass; commas, semicolons, tabs and bars separate, as the header shows.
 * Times without an offset are taken as UTC: they are compared with each other alone. Blanks around a cell do not count. In a column of numbers `NA`,
 * `NaN`, `null` and the like are empty, `true` and `false` are 1 and 0, and other text is refused (SchemaError) with
 * its row.
 */
export async function readCsvColumns(
  source: ByteSource,
  label: string,
  wanted: Record<string, ColumnKind>,
  signal: AbortSignal,
): Promise<ColumnTable> {
  const csv = await openWithSeparator(source, label, signal);
  const builders = Object.entries(wanted).map(([name, kind]) =>
    builderOf(kind, findColumn(csv, name, null), name, csv),
  );
  let rows = 0;
  for await (const { cells, first } of csv.rows()) {
    for (const builder of builders) builder.append(cells, first);
    rows += cells.rows;
  }
  const columns = Object.fromEntries(Object.keys(wanted).map((name, i) => [name, builders[i].finish()]));
  return { label, rows, columns };
}

/** Opens with the first separator under which the header is not one cell that holds another. */
async function openWithSeparator(source: ByteSource, label: string, signal: AbortSignal): Promise<Csv> {
  for (const separator of OTHER_SEPARATORS) {
    try {
      return await openCsv(source, dialectOf(separator, undefined), label, signal);
    } catch (error) {
      if (!(error instanceof Refusal && error.details.check === "separator")) throw error;
    }
  }
  return openCsv(source, dialectOf("|", undefined), label, signal);
}

function builderOf(kind: ColumnKind, column: number, name: string, { label }: Csv): ColumnBuilder {
  if (kind === "key") return keyBuilder(column);
  if (kind === "number") return numberBuilder(numberCell(label, name), column);
  const reader = timestampReader({ tz: "UTC" }, label);
  return numberBuilder((cells, row, start, end, first) => {
    const blank = start === end;
    return blank ? Number.NaN : reader.read(cells.bytes, start, end, first + row);
  }, column);
}

function keyBuilder(column: number): ColumnBuilder {
  const dictionary = keyDictionary();
  const codes = growing((n) => new Int32Array(n));
  return {
    append: (cells) => {
      const at = codes.reserve(cells.rows);
      const into = codes.array();
      for (let row = 0; row < cells.rows; row++) {
        const [start, end] = trimmed(cells, row, column);
        into[at + row] = start === end ? -1 : dictionary.ofBytes(cells.bytes, start, end);
      }
    },
    finish: () => keyColumn(codes.take(), dictionary),
  };
}

type ReadCell = (cells: Cells, row: number, start: number, end: number, first: number) => number;

function numberBuilder(read: ReadCell, column: number): ColumnBuilder {
  const values = growing((n) => new Float64Array(n));
  return {
    append: (cells, first) => {
      const at = values.reserve(cells.rows);
      const into = values.array();
      for (let row = 0; row < cells.rows; row++) {
        const [start, end] = trimmed(cells, row, column);
        into[at + row] = read(cells, row, start, end, first);
      }
    },
    finish: () => ({ values: values.take() }),
  };
}

function numberCell(label: string, name: string): ReadCell {
  return (cells, row, start, end, first) => {
    const fast = readDecimalBytes(cells.bytes, start, end, DOT);
    if (!Number.isNaN(fast) || start === end) return fast;
    const text = Buffer.from(cells.bytes.buffer, cells.bytes.byteOffset + start, end - start).toString("utf8");
    const word = text.toLowerCase();
    if (MISSING.has(word)) return Number.NaN;
    const value = TRUTH.get(word) ?? readNumber(text);
    if (value !== null) return value;
    const remedy = "name a column of numbers, or leave missing cells empty";
    throw refusal(
      "SchemaError",
      `${label}: column '${clip(name)}' holds '${clip(text)}' in data row ${first + row + 1}; ${remedy}`,
      {
        check: "column_type",
        file: label,
        column: name,
        row: first + row + 1,
        observed: clip(text),
        required: "numbers",
        remedy,
      },
    );
  };
}

/** Where the cell's text is, without the blanks around it. */
function trimmed({ bytes, bounds, columns }: Cells, row: number, column: number): [number, number] {
  const at = row * (columns + 1) + column;
  let [start, end] = [bounds[at], bounds[at + 1] - 1];
  while (start < end && bytes[start] === SPACE) start++;
  while (end > start && bytes[end - 1] === SPACE) end--;
  return [start, end];
}

function growing<A extends Float64Array | Int32Array>(make: (n: number) => A) {
  let array = make(1 << 10);
  let length = 0;
  return {
    array: () => array,
    /** Makes room for more entries and returns the place of the first. */
    reserve(more: number): number {
      const at = length;
      length += more;
      if (length > array.length) {
        const larger = make(Math.max(length, 2 * array.length));
        larger.set(array);
        array = larger;
      }
      return at;
    },
    take: () => array.slice(0, length) as A,
  };
}
