import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { BadCall, refusal } from "../../contract/outcome.ts";
import { reason } from "../paths.ts";
import type { Table } from "../table.ts";
import type { DataFormat, ReadOptions } from "./request.ts";

/** Words that mean an empty cell, whatever else does. */
const MISSING = ["NA", "N/A", "NaN", "nan", "na", "null", "NULL", "None", "none"];

/** What is parsed in one piece must fit the memory; larger data come as CSV or parquet. */
const MOST_BYTES = 512 * 1024 * 1024;

/** The format that a name's ending says, or null. */
export function formatOf(name: string): DataFormat | null {
  const ending = /\.([a-z0-9]+)$/i.exec(name.replace(/[?#].*$/, ""))?.[1].toLowerCase();
  if (ending === undefined) return null;
  if (["csv", "tsv", "txt"].includes(ending)) return "csv";
  if (["parquet", "pq"].includes(ending)) return "parquet";
  if (ending === "json") return "json";
  return ending === "xlsx" ? "xlsx" : null;
}

/** Opens the file at `path` as a table of the format; `label` names it in messages. */
export async function openTable(
  path: string,
  format: DataFormat,
  read: ReadOptions,
  label: string,
  signal: AbortSignal,
): Promise<Table> {
  const missing = new Set([...MISSING, ...(read.na ?? [])]);
  if (format === "parquet") return (await import("../parquet/table.ts")).parquetTable(path, label, label, signal);
  if (format === "csv") {
    const [{ csvTable }, { dialectOf }, { numberFormat }, { fileSource }] = await Promise.all([
      import("../csv/table.ts"),
      import("../csv/csv.ts"),
      import("../csv/decimal.ts"),
      import("../csv/source.ts"),
    ]);
    const options = { ...dialectOf(read.sep, read.encoding), ...numberFormat(read.decimal, read.thousands), missing };
    return csvTable(fileSource(path, label), options, label, signal);
  }
  const bytes = readPiece(path, label);
  if (format === "xlsx") return (await import("./xlsx-table.ts")).xlsxTable(bytes, read.sheet, label, missing);
  if (!isUtf8(bytes)) throw notUtf8(label);
  return (await import("./json-table.ts")).jsonTable(bytes.toString("utf8"), label, missing);
}

function readPiece(path: string, label: string): Buffer {
  try {
    if (statSync(path).size > MOST_BYTES) throw tooLarge(label);
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new BadCall(`cannot open '${label}': ${reason(error)}`);
  }
}

function tooLarge(label: string): Error {
  const remedy = "write it as CSV or parquet";
  return refusal("SchemaError", `${label}: more than ${MOST_BYTES >> 20} MB, which is read in one piece; ${remedy}`, {
    check: "file_size",
    file: label,
    required: `at most ${MOST_BYTES} bytes`,
    remedy,
  });
}

function notUtf8(label: string): Error {
  const remedy = "write it in UTF-8";
  return refusal("SchemaError", `${label}: holds bytes that are not UTF-8; ${remedy}`, {
    check: "encoding",
    file: label,
    remedy,
  });
}
