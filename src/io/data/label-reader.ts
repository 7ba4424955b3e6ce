import { civilToMicros } from "../../contract/instant.ts";
import type { LabelStyle } from "../../series/dataset/dataset.ts";
import { readNumber } from "../../series/numeric-text.ts";
import { type Civil, monthOf } from "../timestamps/civil.ts";
import { isoByteReader } from "../timestamps/iso-bytes.ts";
import { checkTimestampOptions, type TimestampOptions, type TimestampReader } from "../timestamps/reader.ts";
import { atRow, rowRefusal } from "../timestamps/row-refusal.ts";
import { textParser } from "../timestamps/text-parser.ts";

/** A reader of the labels that a series stands on, and what it has found them to be. */
export interface LabelReader extends TimestampReader {
  /** Null before the first row. */
  kind(): "instant" | "civil" | "number" | null;
  style(): LabelStyle;
  /** The UTC offsets of the rows, in minutes, in order of first sight; none for labels without. */
  offsets(): number[];
}

const QUARTER = /^(\d{4})[- ]?Q([1-4])$/i;
const MONTH = /^(\d{4})[-/.](\d{1,2})$/;
const YEAR_MONTH = /^(\d{4})[- ]([A-Za-z]{3,9})$/;
const MONTH_YEAR = /^([A-Za-z]{3,9})[- ](\d{4})$/;

/**
 * Makes the reader of one pass over one column: dates and times as everywhere else in liquet, months (`1949-01`, `Jan
 * 1949`), quarters (`1970-Q1`), or numbers. The first row says which; a row of another kind is refused (SchemaError), and
 * so are an empty label and a mix of labels with and without UTC offset.
 */
export function labelReader(options: TimestampOptions, label: string): LabelReader {
  checkTimestampOptions(options);
  const plain = options.format === undefined && options.unit === undefined;
  // A format says itself whether there are times; a count of seconds is one.
  const timed = (text: string) =>
    options.format === undefined ? !plain || /\d[T ]?\d*:/.test(text) : /%[HIMSf]/.test(options.format);
  const out: Civil = { us: 0, nanos: 0, aware: false };
  const readBytes = isoByteReader(out);
  const parse = textParser(options, label);
  const refuse = rowRefusal(label);
  const styles = new Set<LabelStyle>();
  const offsets = new Set<number>();
  let kind: "instant" | "civil" | "number" | null = null;
  let first = "";

  function settle(found: "instant" | "civil" | "number", row: number, text: string): void {
    if (kind === found) return;
    if (kind === null) {
      [kind, first] = [found, atRow(text, row)];
      return;
    }
    const words = { instant: "carries a UTC offset", civil: "is a date without UTC offset", number: "is a number" };
    const check = found === "number" || kind === "number" ? "mixed_labels" : "mixed_offsets";
    throw refuse(check, row, text, `${words[found]} and ${first} ${words[kind]}`, "write every label in one way");
  }

  function accept(us: number, aware: boolean, row: number, text: () => string): number {
    settle(aware ? "instant" : "civil", row, text());
    styles.add(us % 86_400_000_000 === 0 ? "date" : "datetime");
    return us;
  }

  function readText(text: string, row: number): number {
    if (text === "") throw refuse("timestamp_empty", row, text, "is no label", "every row needs one");
    if (plain) {
      const period = readPeriod(text);
      if (period !== null) {
        settle("civil", row, text);
        styles.add(period.style);
        return period.us;
      }
      const number = readNumber(text);
      if (number !== null && Number.isFinite(number)) {
        settle("number", row, text);
        return number;
      }
    }
    Object.assign(out, parse(text, row));
    settle(out.aware ? "instant" : "civil", row, text);
    styles.add(timed(text) ? "datetime" : "date");
    if (out.aware) offsets.add(offsetOf(text));
    return out.us;
  }

  return {
    read(bytes, start, end, row) {
      if (!plain || !readBytes(bytes, start, end)) return readText(textOf(bytes, start, end), row);
      if (kind !== (out.aware ? "instant" : "civil"))
        settle(out.aware ? "instant" : "civil", row, textOf(bytes, start, end));
      styles.add("datetime");
      if (out.aware) offsets.add(offsetOfBytes(bytes, end));
      return out.us;
    },
    readText,
    accept,
    nanos: () => out.nanos,
    naive: () => (kind === null ? null : kind === "civil"),
    kind: () => kind,
    style: () =>
      styles.size === 1 ? [...styles][0] : styles.has("datetime") || styles.size === 0 ? "datetime" : "date",
    offsets: () => [...offsets],
  };
}

/** A month or a quarter: the first instant of it, as if UTC. */
function readPeriod(text: string): { us: number; style: LabelStyle } | null {
  const quarter = QUARTER.exec(text);
  if (quarter) return { us: civilToMicros(Number(quarter[1]), Number(quarter[2]) * 3 - 2, 1), style: "quarter" };
  const m = MONTH.exec(text);
  const named = m ? null : YEAR_MONTH.exec(text);
  const turned = m || named ? null : MONTH_YEAR.exec(text);
  const year = m?.[1] ?? named?.[1] ?? turned?.[2];
  const month = m ? Number(m[2]) : monthOf(named?.[2] ?? turned?.[1] ?? "");
  if (year === undefined || month < 1 || month > 12) return null;
  return { us: civilToMicros(Number(year), month, 1), style: "month" };
}

/** Minutes east of UTC that a text ends in. */
function offsetOf(text: string): number {
  const m = /([+-])(\d{2}):?(\d{2})?$/.exec(text);
  return m ? (m[1] === "-" ? -1 : 1) * (Number(m[2]) * 60 + Number(m[3] ?? 0)) : 0;
}

const [ZERO, MINUS, Z] = [48, 45, 90];

/** The same of `±hh:mm` or `Z` in bytes. */
function offsetOfBytes(bytes: Uint8Array, end: number): number {
  if (bytes[end - 1] === Z) return 0;
  const two = (at: number) => (bytes[at] - ZERO) * 10 + bytes[at + 1] - ZERO;
  return (bytes[end - 6] === MINUS ? -1 : 1) * (two(end - 5) * 60 + two(end - 2));
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
    .toString("utf8")
    .trim();
}
