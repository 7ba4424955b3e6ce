import { BadCall, refusal } from "../../contract/outcome.ts";
import type { TimestampUnit } from "../ingest/request.ts";
import { clip } from "../meta-fields.ts";
import type { Civil } from "./civil.ts";
import { type DateOrder, formatLike, numericDate, readNumericDate, readPlainDate } from "./date-text.ts";
import { readEpoch } from "./epoch.ts";
import { isoByteReader } from "./iso-bytes.ts";
import { compileStrptime } from "./strptime.ts";

/** How the caller says timestamps are written. At most one of `format`, `unit` and `dayfirst`. */
export interface TimestampOptions {
  format?: string;
  unit?: TimestampUnit;
  dayfirst?: boolean;
  /** Set when naive timestamps may be placed in a zone later. */
  tz?: string;
}

/** Reads the timestamps of one file, row by row; refusals (SchemaError) name the data row, counted from 1, and the text. */
export interface TimestampReader {
  /** Microseconds of the instant, or of the wall clock when the file's timestamps are naive. `row` counts from 0. */
  read(bytes: Uint8Array, start: number, end: number, row: number): number;
  readText(text: string, row: number): number;
  /** Records whether a typed timestamp carries an offset: one file must not mix. */
  note(aware: boolean, row: number, text: string): void;
  /** Nanoseconds below the microsecond of the timestamp last read. */
  nanos(): number;
  /** True when the file's timestamps carry no offset; null before the first. */
  naive(): boolean | null;
}

/** Doubles hold every microsecond up to here (year 2255, and 1684 on the other side). */
const EXACT = Number.MAX_SAFE_INTEGER;

/** Makes the reader of one pass over one file. BadCall when the options contradict each other. */
export function timestampReader(options: TimestampOptions, label: string): TimestampReader {
  checkTimestampOptions(options);
  const plain = options.format === undefined && options.unit === undefined;
  const out: Civil = { us: 0, nanos: 0, aware: false };
  const readBytes = isoByteReader(out);
  const parse = textParser(options, label);
  let naive: boolean | null = null;
  let first = "";

  function note(aware: boolean, row: number, text: string): void {
    if (naive === null) {
      if (!aware && options.tz === undefined) throw refuseNaive(label, row, text);
      first = `data row ${row + 1}: '${clip(text)}'`;
      naive = !aware;
    } else if (naive === aware) {
      const [with_, without] = aware
        ? [`'${clip(text)}' in data row ${row + 1}`, first]
        : [first, `'${clip(text)}' in data row ${row + 1}`];
      const remedy = "export every timestamp with its offset, or none";
      throw timeRefusal(
        label,
        "mixed_offsets",
        `some timestamps carry a UTC offset (${with_}) and some do not (${without})`,
        remedy,
        row,
        text,
      );
    }
  }

  function finish(row: number, text: () => string): number {
    if (naive !== !out.aware) note(out.aware, row, text());
    if (out.us > EXACT || out.us < -EXACT) {
      throw timeRefusal(
        label,
        "time_range",
        `'${clip(text())}' in data row ${row + 1} lies outside 1684 to 2255`,
        "remove the row or correct its year",
        row,
        text(),
      );
    }
    return out.us;
  }

  function readText(text: string, row: number): number {
    Object.assign(out, parse(text, row));
    return finish(row, () => text);
  }

  return {
    read(bytes, start, end, row) {
      if (plain && readBytes(bytes, start, end)) return finish(row, () => textOf(bytes, start, end));
      return readText(textOf(bytes, start, end), row);
    },
    readText,
    note,
    nanos: () => out.nanos,
    naive: () => naive,
  };
}

/** BadCall when two ways of reading timestamps are asked for at once, or the format is not one. */
export function checkTimestampOptions({ format, unit, dayfirst }: TimestampOptions): void {
  if (format !== undefined && dayfirst) throw new BadCall("timestamp_format and dayfirst exclude each other");
  if (unit !== undefined && (format !== undefined || dayfirst)) {
    throw new BadCall("timestamp_unit (integers) excludes timestamp_format and dayfirst (texts)");
  }
  if (format !== undefined) compileStrptime(format);
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
    .toString("utf8")
    .trim();
}

/** The parse of one text under the options; refuses where the text is no timestamp. */
function textParser(options: TimestampOptions, label: string): (text: string, row: number) => Civil {
  const refuse = (check: string, row: number, text: string, found: string, remedy: string) =>
    timeRefusal(label, check, `'${clip(text)}' in data row ${row + 1} ${found}`, remedy, row, text);
  const { format, unit } = options;
  if (format !== undefined) {
    const read = compileStrptime(format);
    return (text, row) => {
      const civil = read(text);
      if (civil) return civil;
      throw refuse(
        "timestamp_format",
        row,
        text,
        `does not match --timestamp-format '${format}'`,
        "every row must match it",
      );
    };
  }
  if (unit !== undefined) {
    return (text, row) => {
      const civil = readEpoch(text, unit);
      if (civil) return civil;
      throw refuse(
        "timestamp_unit",
        row,
        text,
        `is not a count of ${unit} since 1970`,
        "drop --timestamp-unit if these are dates",
      );
    };
  }
  const readNumeric = numericDateParser(options.dayfirst === true, label, refuse);
  return (text, row) => {
    const civil = readPlainDate(text) ?? readNumeric(text, row);
    if (civil) return civil;
    if (text === "") throw refuse("timestamp_empty", row, text, "is empty", "every row needs a timestamp");
    if (/^[+-]?\d+(\.\d+)?$/.test(text)) {
      throw refuse(
        "timestamp_number",
        row,
        text,
        "is a bare number",
        "say what it counts with --timestamp-unit s, ms, us or ns",
      );
    }
    throw refuse(
      "timestamp_text",
      row,
      text,
      "is not a timestamp (ISO 8601, or a numeric date with four digits of year)",
      "state its form with --timestamp-format, such as '%d-%b-%y %H:%M:%S'",
    );
  };
}

type CellRefusal = (check: string, row: number, text: string, found: string, remedy: string) => Error;

/** Numeric dates: one order of day and month holds for the whole file, and the rows must settle it. */
function numericDateParser(
  dayfirst: boolean,
  label: string,
  refuse: CellRefusal,
): (text: string, row: number) => Civil | null {
  let order: DateOrder | null = dayfirst ? "day-first" : null;
  let settledBy = dayfirst ? "--dayfirst" : "";
  return (text, row) => {
    const date = numericDate(text);
    if (!date || date.orders.length === 0) return null;
    if (dayfirst) {
      const civil = readNumericDate(text, "day-first");
      if (civil) return civil;
      throw refuse(
        "dayfirst",
        row,
        text,
        "has no month where --dayfirst expects it",
        "drop --dayfirst if the dates are month-first",
      );
    }
    if (date.orders.length > 1 || date.maybe_year_first) throw ambiguous(text, row, date.maybe_year_first, refuse);
    if (order === null) [order, settledBy] = [date.orders[0], `'${clip(text)}' in data row ${row + 1}`];
    const sameBothWays = readNumericDate(text, "day-first")?.us === readNumericDate(text, "month-first")?.us;
    if (order === date.orders[0] || sameBothWays) return readNumericDate(text, date.orders[0]);
    throw timeRefusal(
      label,
      "date_order",
      `${settledBy} can only be ${order} and '${clip(text)}' in data row ${row + 1} only ${date.orders[0]}`,
      "export one date order, or ISO 8601",
      row,
      text,
    );
  };
}

function ambiguous(text: string, row: number, yearFirst: boolean, refuse: CellRefusal): Error {
  const [a, b] = text.split(/[-/.]/);
  const formats = [formatLike(text, "day-first"), formatLike(text, "month-first")].map((f) => `'${f}'`);
  if (yearFirst) {
    const found = "has a two-digit year and reads as more than one date";
    return refuse("date_order", row, text, found, `state the order with --timestamp-format ${formats.join(" or ")}`);
  }
  const found = `reads as day ${a} of month ${b} or as month ${a}, day ${b}`;
  return refuse("date_order", row, text, found, `pass --dayfirst, or --timestamp-format ${formats.join(" or ")}`);
}

function refuseNaive(label: string, row: number, text: string): Error {
  const found = `'${clip(text)}' in data row ${row + 1} has no UTC offset`;
  return timeRefusal(
    label,
    "no_offset",
    found,
    "name the zone it was written in with --tz, such as --tz Europe/Berlin",
    row,
    text,
  );
}

/** A SchemaError about one row's timestamp. */
export function timeRefusal(
  label: string,
  check: string,
  found: string,
  remedy: string,
  row: number,
  text: string,
): Error {
  return refusal("SchemaError", `${label}: ${found}; ${remedy}`, {
    check,
    file: label,
    row: row + 1,
    observed: clip(text),
    remedy,
  });
}
