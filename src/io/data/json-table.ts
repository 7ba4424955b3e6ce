import { isObject } from "../../contract/is-object.ts";
import { refusal } from "../../contract/outcome.ts";
import { clip } from "../meta-fields.ts";
import type { Table } from "../table.ts";
import { type MemoryCell, memoryTable } from "./memory-table.ts";

/** Columns by name, in the order of first sight. */
export interface JsonColumns {
  names: string[];
  /** See `Table`. */
  unordered?: boolean;
  columns: MemoryCell[][];
}

/**
 * Reads a JSON text as a table: rows as objects, columns as arrays by name, `{"columns": […], "data": [[…], …]}`,
 * `{"argvals": […], "data": [[…], …]}` (one inner array a curve), or one array of numbers (column `value`). Refuses SchemaError for anything else, naming the row and column of a cell that is
 * an object or an array.
 */
export function jsonTable(text: string, label: string, missing: ReadonlySet<string>): Table {
  const { names, columns, unordered } = jsonColumns(parseJson(text, label), label);
  return { ...memoryTable(label, names, columns, missing), unordered };
}

/** Parses JSON. Refuses SchemaError with the parser's own words. */
export function parseJson(text: string, label: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const found = `is not JSON (${clip(String((error as Error).message).split("\n")[0])})`;
    throw schema(label, "json", found, "check the file", null);
  }
}

/** The columns of a JSON value; see `jsonTable`. */
export function jsonColumns(value: unknown, label: string): JsonColumns {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((item) => typeof item !== "object" || item === null)) {
      return { names: ["value"], columns: [value.map((cell, row) => cellOf(cell, label, "value", row))] };
    }
    return fromRecords(value, label);
  }
  if (isObject(value)) {
    if (Array.isArray(value.columns) && Array.isArray(value.data)) return fromSplit(value.columns, value.data, label);
    if (Array.isArray(value.argvals) && Array.isArray(value.data)) return fromGrid(value.argvals, value.data, label);
    return fromColumns(value, label);
  }
  throw schema(label, "json_layout", `holds ${typeOf(value)} and no table`, REMEDY, typeOf(value));
}

const MODEL = "give it a handle with 'liquet forecast load-model'";
const REMEDY = "write rows as objects, or columns as arrays by name";

function fromRecords(rows: unknown[], label: string): JsonColumns {
  // A Map: a key may be any text, `__proto__` too.
  const columns = new Map<string, MemoryCell[]>();
  rows.forEach((record, row) => {
    if (!isObject(record)) {
      throw schema(label, "json_layout", `row ${row + 1} is ${typeOf(record)}, not an object`, REMEDY, typeOf(record));
    }
    for (const name of Object.keys(record)) {
      let column = columns.get(name);
      if (column === undefined) {
        column = new Array<MemoryCell>(rows.length).fill(null);
        columns.set(name, column);
      }
      column[row] = cellOf(record[name], label, name, row);
    }
  });
  if (columns.size === 0) throw schema(label, "json_layout", "holds no rows", REMEDY, rows.length);
  const names = [...columns.keys()];
  return { names, columns: [...columns.values()], unordered: isUnordered(names) };
}

function fromSplit(names: unknown[], rows: unknown[], label: string): JsonColumns {
  const columns = names.map(() => new Array<MemoryCell>(rows.length).fill(null));
  rows.forEach((cells, row) => {
    if (!Array.isArray(cells) || cells.length !== names.length) {
      const found = `row ${row + 1} has ${Array.isArray(cells) ? cells.length : typeOf(cells)} cells and there are ${names.length} columns`;
      throw schema(label, "json_layout", found, "give every row a cell for each column", null);
    }
    cells.forEach((cell, c) => {
      columns[c][row] = cellOf(cell, label, String(names[c]), row);
    });
  });
  return { names: names.map(String), columns };
}

/** Curves as one array each over a shared grid: columns `t`, `curve 1`, `curve 2`, … */
function fromGrid(grid: unknown[], curves: unknown[], label: string): JsonColumns {
  const wrong = curves.findIndex((curve) => !Array.isArray(curve) || curve.length !== grid.length);
  if (wrong >= 0 || curves.length === 0) {
    const found =
      curves.length === 0 ? "data holds no curves" : `data holds no ${grid.length} values for curve ${wrong + 1}`;
    throw schema(label, "json_layout", found, "give data one array a curve, as long as argvals", null);
  }
  return fromColumns(Object.fromEntries([["t", grid], ...curves.map((curve, i) => [`curve ${i + 1}`, curve])]), label);
}

function fromColumns(value: Record<string, unknown>, label: string): JsonColumns {
  const entries = Object.entries(value);
  const wrong = entries.find(([, cells]) => !Array.isArray(cells));
  if ("liquet_model" in value) throw schema(label, "json_layout", "is a saved model and no table", MODEL, "a model");
  if (entries.length === 0 || wrong) {
    const found = wrong ? `'${clip(wrong[0])}' is ${typeOf(wrong[1])} and no column` : "is an empty object";
    throw schema(label, "json_layout", found, REMEDY, null);
  }
  const columns = entries.map(([name, cells]) =>
    (cells as unknown[]).map((cell, row) => cellOf(cell, label, name, row)),
  );
  const uneven = columns.findIndex((cells) => cells.length !== columns[0].length);
  if (uneven >= 0) {
    const found = `column '${clip(entries[uneven][0])}' has ${columns[uneven].length} cells and '${clip(entries[0][0])}' has ${columns[0].length}`;
    throw schema(label, "json_layout", found, "give every column the same length", null);
  }
  const names = entries.map(([name]) => name);
  return { names, columns, unordered: isUnordered(names) };
}

/** Keys that are sorted may have been so by whoever wrote them (what is given inline is), and numbers come before words. */
function isUnordered(names: string[]): boolean {
  const sorted = names.every((name, i) => i === 0 || names[i - 1] <= name);
  return sorted || names.some((name) => /^(0|[1-9]\d*)$/.test(name));
}

function cellOf(cell: unknown, label: string, name: string, row: number): MemoryCell {
  if (cell === null || typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean") return cell;
  const found = `column '${clip(name)}' holds ${typeOf(cell)} in row ${row + 1}`;
  throw schema(label, "json_cell", found, "a cell is a number, a text, true, false or null", typeOf(cell));
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  return value === null || value === undefined ? "null" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function schema(label: string, check: string, found: string, remedy: string, observed: unknown): Error {
  return refusal("SchemaError", `${label}: ${found}; ${remedy}`, { check, file: label, observed, remedy });
}
