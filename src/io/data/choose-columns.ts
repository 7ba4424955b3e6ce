import { Refusal, refusal } from "../../contract/outcome.ts";
import { findColumn, listed } from "../find-column.ts";
import type { Table } from "../table.ts";
import { type NumbersFound, readNumberColumns, requireNumbers } from "./columns-of.ts";
import { labelReader } from "./label-reader.ts";
import type { LoadRequest } from "./request.ts";

/** Names that a column of labels usually has. */
const TIME_NAMES = /^(timestamp|ts|time|date|datetime|ds|period|month|quarter|year|week|day|t)$/i;

/** The columns of one series, with the numbers already read. */
export interface SeriesColumns {
  time: number | null;
  y: { name: string; values: Float64Array };
  x: { name: string; values: Float64Array }[];
  /** Names of the columns that are neither. */
  unused: string[];
}

/**
 * Which columns are the labels, the target and the explaining ones: those that were named; else labels by their usual
 * name or a first column of dates, and as target the one column of numbers that is left. Refuses SchemaError rather
 * than choose between two, and where there are no rows.
 */
export async function chooseColumns(
  table: Table,
  request: LoadRequest,
  tick: () => Promise<void>,
): Promise<SeriesColumns> {
  const named = (name: string, flag: string) => findColumn(table, name, flag);
  const x = (request.exog_columns ?? []).map((name) => named(name, "--exog-columns"));
  const stated = request.target_column === undefined ? null : named(request.target_column, "--target-column");
  const time = await timeColumn(table, request, [...x, stated ?? -1]);
  const others = Array.from(table.columns.keys()).filter((c) => c !== time && !x.includes(c));
  const wanted = stated === null ? others : [stated];
  const found = await readNumberColumns(table, [...wanted, ...x], tick);
  requireRows(table, found);
  const y = stated === null ? onlyNumeric(table, others, found) : 0;
  const column = (i: number, role: string) => {
    const name = table.columns[[...wanted, ...x][i]];
    return { name, values: requireNumbers(found[i], table, name, role) };
  };
  const used = new Set([time, wanted[y], ...x]);
  return {
    time,
    y: column(y, "target-column"),
    x: x.map((_, i) => column(wanted.length + i, "exog-columns")),
    unused: table.columns.filter((_, c) => !used.has(c)),
  };
}

async function timeColumn(table: Table, request: LoadRequest, taken: number[]): Promise<number | null> {
  const { time_column: name } = request;
  if (name === undefined) return usualTime(table, request, taken);
  return name === null ? null : findColumn(table, name, "--time-column");
}

async function usualTime(table: Table, request: LoadRequest, taken: number[]): Promise<number | null> {
  const free = Array.from(table.columns.keys()).filter((c) => !taken.includes(c));
  const usual = free.filter((c) => TIME_NAMES.test(table.columns[c]));
  if (usual.length > 1) throw unclear(table, "time_column", usual, "could be the labels");
  if (usual.length === 1) return usual[0];
  return table.columns.length > 1 && (await startsWithDate(table, request)) ? 0 : null;
}

/** True when the first column's first label reads as a date or a time. */
async function startsWithDate(table: Table, { timestamp_format: format, dayfirst }: LoadRequest): Promise<boolean> {
  // Without a word on it a date may be written either way round; a format says it itself.
  const order = format === undefined ? { dayfirst: dayfirst ?? true } : { format, dayfirst };
  try {
    for await (const batch of table.batches()) {
      const reader = labelReader({ ...order, tz: "UTC" }, table.label);
      await batch.times(0, stopAfterFirst(reader));
      return false;
    }
    return false;
  } catch (error) {
    if (error === FIRST_IS_DATE) return true;
    if (error instanceof Refusal || error === FIRST_IS_NONE) return false;
    throw error;
  }
}

const FIRST_IS_DATE = new Error("the first label is a date");
const FIRST_IS_NONE = new Error("the first label is no date");

/** Ends the pass at its first row: the rest is read when the columns are known. */
function stopAfterFirst(reader: ReturnType<typeof labelReader>): ReturnType<typeof labelReader> {
  const verdict = (): never => {
    throw reader.kind() === "number" ? FIRST_IS_NONE : FIRST_IS_DATE;
  };
  return {
    ...reader,
    read: (bytes, start, end, row) => {
      reader.read(bytes, start, end, row);
      return verdict();
    },
    readText: (text, row) => {
      reader.readText(text, row);
      return verdict();
    },
    accept: () => verdict(),
  };
}

function onlyNumeric(table: Table, columns: number[], found: (NumbersFound | null)[]): number {
  const numeric = columns.map((_, i) => i).filter((i) => isNumeric(found[i]));
  if (numeric.length === 1) return numeric[0];
  if (numeric.length > 1)
    throw unclear(
      table,
      "target_column",
      numeric.map((i) => columns[i]),
      "hold numbers",
    );
  // One column that is nearly numbers is the target that was meant: its first text is the better message.
  if (columns.length === 1) return 0;
  if (columns.length === 0) throw unclear(table, "target_column", [], "is left for the target");
  const unnamed = columns.filter((c) => table.columns[c] === "").length;
  const title = 2 * unnamed < columns.length ? "" : "; where the header stands lower, take out the rows above it";
  throw unclear(table, "target_column", [], `of ${listed(table.columns)} holds numbers alone${title}`);
}

function isNumeric(found: NumbersFound | null): boolean {
  return found !== null && found.n_text === 0 && found.values.some((value) => !Number.isNaN(value));
}

function unclear(table: Table, key: "time_column" | "target_column", columns: number[], what: string): Error {
  const names = columns.map((c) => table.columns[c]);
  const flag = `--${key.replace("_", "-")}`;
  const remedy = key === "time_column" ? `load it with ${flag} NAME` : `load it with ${flag} NAME, or with --as curves`;
  const found = names.length === 0 ? `no column ${what}` : `${names.length} columns ${what} (${listed(names)})`;
  return refusal("SchemaError", `${table.label}: ${found}; ${remedy}`, {
    check: key,
    file: table.label,
    observed: names.slice(0, 20),
    required: 1,
    remedy,
  });
}

function requireRows(table: Table, found: (NumbersFound | null)[]): void {
  if (found.length === 0 || found.some((column) => column === null || column.values.length > 0)) return;
  const remedy = "export it with its rows";
  throw refusal("SchemaError", `${table.label}: has a header and no rows; ${remedy}`, {
    check: "rows",
    file: table.label,
    observed: 0,
    remedy,
  });
}
