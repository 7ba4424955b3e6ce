import { refusal } from "../../contract/outcome.ts";
import { clip } from "../meta-fields.ts";
import { type Block, lineBlocks } from "./blocks.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { checkUtf8, toUtf8 } from "./decode.ts";
import { quotedRecords } from "./quoted.ts";
import type { ByteSource } from "./source.ts";
import { countFields, tokenize } from "./tokenize.ts";

/** Some records of a delimited text, the header among them. */
export interface RecordBatch {
  cells: Cells;
  /** Number of the batch's first record; the header is record 0, so this is the data row counted from 1. */
  first: number;
  /** Bytes of (UTF-8) text read so far. */
  done: number;
}

const QUOTE = 34;

/**
 * Reads a delimited text in bounded memory. Lines without quotes are split as bytes; from the first block with a quote
 * on, csv-parse reads. Refuses SchemaError for a record whose number of fields is not the header's, for a record of
 * separators alone unless nothing follows it, for bytes outside the encoding, and for misplaced quotes.
 */
export async function* readRecords(
  source: ByteSource,
  separator: string,
  encoding: string,
  label: string,
  signal?: AbortSignal,
): AsyncGenerator<RecordBatch> {
  const blocks = lineBlocks(toUtf8(source.open(signal), encoding, label), label);
  const byte = separator.length === 1 ? separator.charCodeAt(0) : 256;
  const guard = recordGuard(label, separator);
  let [columns, first, done] = [0, 0, 0];
  for await (const block of blocks) {
    checkUtf8(block.bytes, block.offset, label);
    const bytes = columns === 0 ? skipPreamble(block.bytes) : block.bytes;
    if (bytes.length === 0) continue;
    if (byte > 127 || bytes.includes(QUOTE)) {
      // The wrong separator is named first: it also misplaces quotes.
      const header = firstLine(bytes);
      if (columns === 0 && byte <= 127 && !header.includes('"'))
        checkedWidth(countFields(bytes, byte), header, separator, label);
      const rest = joined({ bytes, offset: block.offset }, blocks, label, (n) => (done = n));
      for await (const records of quotedRecords(rest, separator, label, first)) {
        if (columns === 0) columns = checkedWidth(records[0].length, records[0][0], separator, label);
        const kept = records.filter((record, i) =>
          guard.accept(first + i, record.length, columns, record.every(isEmpty)),
        );
        yield { cells: cellsOf(kept, columns), first, done };
        first += kept.length;
      }
      return;
    }
    if (columns === 0) columns = checkedWidth(countFields(bytes, byte), firstLine(bytes), separator, label);
    const { cells, ragged, blank, afterBlank } = tokenize(bytes, byte, columns);
    guard.block(first, cells.rows, blank, afterBlank);
    if (ragged) guard.accept(first + ragged.row, ragged.fields, columns, false);
    done = block.offset + block.bytes.length;
    yield { cells, first, done };
    first += cells.rows;
  }
}

function isEmpty(field: string): boolean {
  return field === "";
}

const SEPARATORS = [";", "\t", "|", ","];

/** The header's number of fields. Refuses SchemaError when it is one that holds another separator. */
function checkedWidth(fields: number, header: string, separator: string, label: string): number {
  const other = SEPARATORS.find((mark) => mark !== separator && header.includes(mark));
  if (fields > 1 || other === undefined) return fields;
  const [held, name] = other === "\t" ? ["tabs", "tab"] : [`'${other}'`, `'${other}'`];
  const remedy = `name the separator with --sep ${name}`;
  throw refusal(
    "SchemaError",
    `${label}: the header reads as one column ('${clip(header)}') and holds ${held}; ${remedy}`,
    {
      check: "separator",
      file: label,
      observed: 1,
      remedy,
    },
  );
}

function firstLine(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 500))
    .toString("utf8")
    .split(/[\r\n]/, 1)[0];
}

/** Skips a byte-order mark, blank lines, and the line `sep=;` that Excel writes for itself. */
function skipPreamble(bytes: Uint8Array): Uint8Array {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (bytes[at] === 10 || bytes[at] === 13) at++;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(8, bytes.length - at)).toString("latin1");
  const marker = /^sep=.(\r\n|\n|\r)/i.exec(start);
  return bytes.subarray(at + (marker ? marker[0].length : 0));
}

async function* joined(
  first: Block,
  rest: AsyncIterable<Block>,
  label: string,
  done: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  done(first.offset + first.bytes.length);
  yield first.bytes;
  for await (const block of rest) {
    checkUtf8(block.bytes, block.offset, label);
    done(block.offset + block.bytes.length);
    yield block.bytes;
  }
}

/** Refuses ragged records, and data after a record of separators alone. Records are numbered over the whole file. */
function recordGuard(label: string, separator: string) {
  let blankRow: number | null = null;
  const refuse = (check: string, row: number, found: string, remedy: string, observed: number, required: number) =>
    refusal("SchemaError", `${label}: ${found}; ${remedy}`, { check, file: label, row, observed, required, remedy });

  function afterBlank(): Error {
    const found = `data row ${blankRow} is empty and rows follow it`;
    return refuse("empty_row", blankRow ?? 0, found, "remove the empty row", 0, 1);
  }

  return {
    /** True when the record holds data. */
    accept(record: number, fields: number, columns: number, blank: boolean): boolean {
      if (blankRow !== null && !blank) throw afterBlank();
      if (fields !== columns) {
        const found = `data row ${record} has ${fields} field${fields === 1 ? "" : "s"} where the header has ${columns}`;
        const comma =
          separator === "," && fields > columns
            ? "a decimal comma needs quotes, or another separator stated with --sep"
            : null;
        throw refuse(
          "ragged_row",
          record,
          found,
          comma ?? "the line may be cut off, or a field may hold the separator without quotes",
          fields,
          columns,
        );
      }
      if (blank && columns > 1) blankRow ??= record;
      return !(blank && columns > 1);
    },
    /** The same for a block of records, by the numbers within it. */
    block(first: number, rows: number, blank: number | null, after: number | null): void {
      const hasData = blank === null ? rows > 0 : blank > 0 || after !== null;
      if (blankRow !== null && hasData) throw afterBlank();
      if (blank !== null) blankRow ??= first + blank;
      if (after !== null) throw afterBlank();
    },
  };
}
