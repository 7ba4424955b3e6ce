import type { Civil } from "./civil.ts";
import { formatLike, type NumericDate, numericDate, readPlainDate } from "./date-text.ts";
import { readEpoch } from "./epoch.ts";
import type { TimestampOptions } from "./reader.ts";
import { atRow, type RowRefusal, rowRefusal } from "./row-refusal.ts";
import { compileStrptime } from "./strptime.ts";

type TextParser = (text: string, row: number) => Civil;

/** The parse of whole texts under the options; refuses SchemaError where a text is no timestamp of that form. */
export function textParser({ format, unit, dayfirst }: TimestampOptions, label: string): TextParser {
  const refuse = rowRefusal(label);
  if (format !== undefined) {
    const found = `does not match --timestamp-format '${format}'`;
    return orRefuse(compileStrptime(format), (text, row) =>
      refuse("timestamp_format", row, text, found, "every row must match it"),
    );
  }
  if (unit !== undefined) {
    const found = `is not a count of ${unit} since 1970`;
    return orRefuse(
      (text) => readEpoch(text, unit),
      (text, row) => refuse("timestamp_unit", row, text, found, "drop --timestamp-unit if these are dates"),
    );
  }
  const readNumeric = numericDates(dayfirst === true, refuse);
  return orRefuse(
    (text, row) => readPlainDate(text) ?? readNumeric(text, row),
    (text, row) => unreadable(text, row, refuse),
  );
}

function orRefuse(
  read: (text: string, row: number) => Civil | null,
  refuse: (text: string, row: number) => Error,
): TextParser {
  return (text, row) => {
    const civil = read(text, row);
    if (civil) return civil;
    throw refuse(text, row);
  };
}

function unreadable(text: string, row: number, refuse: RowRefusal): Error {
  if (text === "") return refuse("timestamp_empty", row, text, "is no timestamp", "every row needs one");
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) {
    const remedy = "say what it counts with --timestamp-unit s, ms, us or ns";
    return refuse("timestamp_number", row, text, "is a bare number", remedy);
  }
  const found = "is no timestamp in ISO 8601 and no numeric date with a four-digit year";
  const remedy = "state its form with --timestamp-format, such as '%d-%b-%y %H:%M:%S'";
  return refuse("timestamp_text", row, text, found, remedy);
}

/** Numeric dates: one order of day and month holds for the whole file, and every row must settle it by itself. */
function numericDates(dayfirst: boolean, refuse: RowRefusal): (text: string, row: number) => Civil | null {
  let settled: { order: string; by: string } | null = null;
  return (text, row) => {
    const date = numericDate(text);
    if (!date) return null;
    if (dayfirst) {
      if (date.day_first || !date.month_first) return date.day_first;
      const found = "has no month where --dayfirst expects it";
      throw refuse("date_order", row, text, found, "drop --dayfirst if the dates are month-first");
    }
    const readings = [date.day_first, date.month_first, date.year_first].filter((civil) => civil !== null);
    if (new Set(readings.map((civil) => civil.us)).size > 1) throw ambiguous(text, row, date, refuse);
    if (date.day_first && date.month_first) return date.day_first;
    const civil = date.day_first ?? date.month_first;
    if (!civil) return null;
    const order = date.day_first ? "day-first" : "month-first";
    settled ??= { order, by: atRow(text, row) };
    if (settled.order === order) return civil;
    const found = `can only be ${order} and ${settled.by} only ${settled.order}`;
    throw refuse("date_order", row, text, found, "export one order of dates, or ISO 8601");
  };
}

function ambiguous(text: string, row: number, date: NumericDate, refuse: RowRefusal): Error {
  const [a, b] = text.split(/[-/.]/);
  const formats = (["day-first", "month-first"] as const).map((order) => `'${formatLike(text, order)}'`);
  if (date.year_first) {
    const found = "has a two-digit year and reads as more than one date";
    return refuse("date_order", row, text, found, `state the order with --timestamp-format ${formats.join(" or ")}`);
  }
  const found = `reads as day ${a} of month ${b} or as month ${a}, day ${b}`;
  return refuse("date_order", row, text, found, `pass --dayfirst, or --timestamp-format ${formats.join(" or ")}`);
}
