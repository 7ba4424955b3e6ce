import type { Labels } from "../../series/labels.ts";
import { readNumber } from "../../series/numeric-text.ts";
import type { Table, TableBatch, TimeColumn, ValueColumn } from "../table.ts";
import type { TimestampReader } from "../timestamps/reader.ts";

/** A cell that was read already. A Date is a wall-clock time, as spreadsheets hold it. */
export type MemoryCell = string | number | boolean | Date | null;

/** Columns in memory as a table; `missing` are words that mean an empty cell. All columns are of one length. */
export function memoryTable(
  label: string,
  names: string[],
  columns: MemoryCell[][],
  missing: ReadonlySet<string>,
): Table {
  const rows = columns[0]?.length ?? 0;
  const isEmpty = (cell: MemoryCell) =>
    cell === null || (typeof cell === "string" && (cell.trim() === "" || missing.has(cell.trim())));
  const whole: TableBatch = {
    first: 0,
    rows,
    done: rows,
    total: rows,
    times: async (column, reader) => times(columns[column], reader),
    values: async (column, labels) => values(columns[column], labels, isEmpty),
    codes: async (column, labels) =>
      Int32Array.from(columns[column], (cell) => (isEmpty(cell) ? -1 : labels.of(textOf(cell).trim()))),
  };
  return {
    label,
    columns: names,
    mayName: () => true,
    async *batches() {
      yield whole;
    },
  };
}

function times(cells: MemoryCell[], reader: TimestampReader): TimeColumn {
  const us = Float64Array.from(cells, (cell, row) => {
    if (cell instanceof Date) return reader.accept(cell.getTime() * 1000, false, row, () => textOf(cell));
    return reader.readText(textOf(cell).trim(), row);
  });
  return { us, nanos: null };
}

function values(cells: MemoryCell[], labels: Labels, isEmpty: (cell: MemoryCell) => boolean): ValueColumn {
  const v = new Float64Array(cells.length);
  let text: Int32Array | null = null;
  cells.forEach((cell, row) => {
    const number = isEmpty(cell) ? Number.NaN : numberOf(cell);
    v[row] = number ?? Number.NaN;
    if (number !== null) return;
    text ??= new Int32Array(cells.length).fill(-1);
    text[row] = labels.of(textOf(cell));
  });
  return { v, text };
}

function numberOf(cell: MemoryCell): number | null {
  if (typeof cell === "number") return cell;
  if (typeof cell === "boolean") return cell ? 1 : 0;
  return typeof cell === "string" ? readNumber(cell) : null;
}

function textOf(cell: MemoryCell): string {
  if (cell === null) return "";
  return cell instanceof Date
    ? cell
        .toISOString()
        .replace("T", " ")
        .replace(/(\.000)?Z$/, "")
    : String(cell);
}
