import { BadCall } from "../../contract/outcome.ts";
import type { TimestampUnit } from "../ingest/request.ts";
import type { Civil } from "./civil.ts";
import { isoByteReader } from "./iso-bytes.ts";
import { atRow, rowRefusal } from "./row-refusal.ts";
import { compileStrptime } from "./strptime.ts";
import { textParser } from "./text-parser.ts";

/** How the caller says timestamps are written. At most one of `format`, `unit` and `dayfirst`. */
export interface TimestampOptions {
  format?: string;
  unit?: TimestampUnit;
  dayfirst?: boolean;
  /** Set when naive timestamps may be placed in a zone later. */
  tz?: string;
}

/** Reads the timestamps of one file, row by row. Rows count from 0 here and from 1 in refusals (SchemaError). */
export interface TimestampReader {
  /** Microseconds of the instant, or of the wall clock when the file's timestamps are naive. */
  read(bytes: Uint8Array, start: number, end: number, row: number): number;
  readText(text: string, row: number): number;
  /** Takes a timestamp that is a number of microseconds already, under the same rules. */
  accept(us: number, aware: boolean, row: number, text: () => string): number;
  /** Nanoseconds below the microsecond of the timestamp last read. */
  nanos(): number;
  /** True when the file's timestamps carry no offset; null before the first. */
  naive(): boolean | null;
}

/** Doubles hold every microsecond up to here (year 2255, and 1684 on the other side). */
const EXACT = Number.MAX_SAFE_INTEGER;

/**
 * Makes the reader of one pass over one file. Timestamps with and without offset must not mix; naive ones need a zone.
 * BadCall when the options contradict each other.
 */
export function timestampReader(options: TimestampOptions, label: string): TimestampReader {
  checkTimestampOptions(options);
  const plain = options.format === undefined && options.unit === undefined;
  const out: Civil = { us: 0, nanos: 0, aware: false };
  const readBytes = isoByteReader(out);
  const parse = textParser(options, label);
  const refuse = rowRefusal(label);
  let naive: boolean | null = null;
  let first = "";

  function settle(aware: boolean, row: number, text: string): void {
    if (naive !== null) {
      const found = `${aware ? "carries a" : "has no"} UTC offset and ${first} ${aware ? "has none" : "carries one"}`;
      throw refuse("mixed_offsets", row, text, found, "export every timestamp with its offset, or none");
    }
    if (!aware && options.tz === undefined) {
      const remedy = "name the zone it was written in with --tz, such as --tz Europe/Berlin";
      throw refuse("no_offset", row, text, "has no UTC offset", remedy);
    }
    [naive, first] = [!aware, atRow(text, row)];
  }

  function accept(us: number, aware: boolean, row: number, text: () => string): number {
    if (naive === null || naive === aware) settle(aware, row, text());
    if (us > EXACT || us < -EXACT) {
      throw refuse("time_range", row, text(), "lies outside 1684 to 2255", "remove the row or correct its year");
    }
    return us;
  }

  function readText(text: string, row: number): number {
    Object.assign(out, parse(text, row));
    return accept(out.us, out.aware, row, () => text);
  }

  return {
    read(bytes, start, end, row) {
      if (plain && readBytes(bytes, start, end)) return accept(out.us, out.aware, row, () => textOf(bytes, start, end));
      return readText(textOf(bytes, start, end), row);
    },
    readText,
    accept,
    nanos: () => out.nanos,
    naive: () => naive,
  };
}

/** BadCall when two ways of reading timestamps are asked for at once, or the format is not one. */
export function checkTimestampOptions({ format, unit, dayfirst }: TimestampOptions): void {
  if (format !== undefined && dayfirst) throw new BadCall("timestamp_format and dayfirst exclude each other");
  if (unit !== undefined && (format !== undefined || dayfirst)) {
    throw new BadCall("timestamp_unit (numbers) excludes timestamp_format and dayfirst (texts)");
  }
  if (format !== undefined) compileStrptime(format);
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
    .toString("utf8")
    .trim();
}
