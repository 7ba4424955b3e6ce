import { BadCall, refusal } from "../../contract/outcome.ts";
import { clip } from "../meta-fields.ts";
import { type Cells, cellText } from "./cells.ts";
import { findEncoding } from "./decode.ts";
import { type RecordBatch, readRecords } from "./records.ts";
import type { ByteSource } from "./source.ts";

/** How a delimited text is written. */
export interface Dialect {
  separator: string;
  encoding: string;
}

/** A delimited text whose header has been read. */
export interface Csv {
  label: string;
  /** Header cells without the blanks around them. */
  columns: string[];
  /** The rows after the header; `first` counts them from 0. Can be called again. */
  rows(): AsyncIterable<RecordBatch>;
}

/** Checks and normalises what the caller says of the separator (`\t` and `tab` name the tabulator). Throws BadCall. */
export function dialectOf(sep: string | undefined, encoding: string | undefined): Dialect {
  const separator = sep === undefined ? "," : sep === "\\t" || sep === "tab" ? "\t" : sep;
  if ([...separator].length !== 1 || /["\r\n\0]/.test(separator)) {
    throw new BadCall(`sep: '${clip(sep ?? "")}' is not one character that can separate fields`);
  }
  return { separator, encoding: findEncoding(encoding ?? "utf-8") };
}

/** Opens a delimited text and reads its header. Refuses SchemaError when there is none, or it reads as one column. */
export async function openCsv(source: ByteSource, dialect: Dialect, label: string, signal?: AbortSignal): Promise<Csv> {
  const scan = () => readRecords(source, dialect.separator, dialect.encoding, label, signal);
  const opened = scan();
  const head = await opened.next();
  if (head.done || head.value.cells.rows === 0) throw noHeader(label);
  const { cells } = head.value;
  const columns = Array.from({ length: cells.columns }, (_, c) => cellText(cells, 0, c).trim());
  checkHeader(columns, label);
  await opened.return(undefined);
  return {
    label,
    columns,
    async *rows() {
      for await (const batch of scan())
        yield batch.first === 0 ? withoutHeader(batch) : { ...batch, first: batch.first - 1 };
    },
  };
}

function withoutHeader(batch: RecordBatch): RecordBatch {
  const { cells } = batch;
  const rest: Cells = { ...cells, rows: cells.rows - 1, bounds: cells.bounds.subarray(cells.columns + 1) };
  return { ...batch, cells: rest };
}

function noHeader(label: string): Error {
  const remedy = "export it again with a header line";
  return refusal("SchemaError", `${label}: the file is empty; ${remedy}`, { check: "header", file: label, remedy });
}

/** NUL characters are a sign of UTF-16 read as something else. */
function checkHeader(columns: string[], label: string): void {
  if (!columns.some((name) => name.includes("\0"))) return;
  const remedy = "try --encoding utf-16le";
  throw refusal("SchemaError", `${label}: the header holds NUL characters, as UTF-16 without a mark does; ${remedy}`, {
    check: "encoding",
    file: label,
    remedy,
  });
}
