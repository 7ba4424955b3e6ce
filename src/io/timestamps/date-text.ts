import { type Civil, civilOf, hourOf, monthOf, readOffset } from "./civil.ts";

/** Which of the first two fields of a numeric date is the day. */
export type DateOrder = "day-first" | "month-first";

/** The dates that a text `a/b/c…` with numbers gives, read in each order; null where the order gives no real date. */
export interface NumericDate {
  day_first: Civil | null;
  month_first: Civil | null;
  /** Only for a two-digit `c`, which may be the day as well (`13/05/24`). */
  year_first: Civil | null;
}

const TIME =
  /^(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s?([ap])\.?m\.?)?(?:\s?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?)?$/i;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const BASIC = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;
const NAMED = /^(\d{1,2})([-/ .])([A-Za-z]{3,9})\2(\d{4})(?!\d)/;
const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;

/** Reads a date whose order is not in question: ISO 8601, another year-first date, or a day with a month's name. */
export function readPlainDate(text: string): Civil | null {
  const basic = BASIC.exec(text);
  if (basic) {
    const [year, month, day, hour, minute, second] = basic.slice(1, 7).map((part) => Number(part ?? 0));
    const offset_s = basic[8] === undefined ? null : readOffset(basic[8]);
    if (basic[8] !== undefined && offset_s === null) return null;
    return civilOf({ year, month, day, hour, minute, second, fraction: basic[7] ?? "", offset_s });
  }
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return withTime(yearFirst[1], Number(yearFirst[3]), yearFirst[4], text.slice(yearFirst[0].length));
  const named = NAMED.exec(text);
  return named && withTime(named[4], monthOf(named[3]), named[1], text.slice(named[0].length));
}

/** Reads the numeric date that a text starts with, in every order; null when it starts with none. */
export function numericDate(text: string): NumericDate | null {
  const m = NUMERIC.exec(text);
  if (!m) return null;
  const rest = text.slice(m[0].length);
  const short = m[4].length === 2;
  const year = short ? centuryOf(m[4]) : m[4];
  return {
    day_first: withTime(year, Number(m[3]), m[1], rest),
    month_first: withTime(year, Number(m[1]), m[3], rest),
    year_first: short && m[1].length === 2 ? withTime(centuryOf(m[1]), Number(m[3]), m[4], rest) : null,
  };
}

/** Year of a two-digit one, as POSIX strptime reads `%y`: 1969 to 2068. */
export function centuryOf(year: string): string {
  return (Number(year) < 69 ? "20" : "19") + year;
}

function withTime(year: string, month: number, day: string, rest: string): Civil | null {
  const m = TIME.exec(rest);
  if (!m) return null;
  const hour = m[5] === undefined ? Number(m[1] ?? 0) : hourOf(Number(m[1]), m[5]);
  const offset_s = m[6] === undefined ? null : readOffset(m[6]);
  if (hour < 0 || (m[6] !== undefined && offset_s === null)) return null;
  const [minute, second] = [Number(m[2] ?? 0), Number(m[3] ?? 0)];
  return civilOf({ year: Number(year), month, day: Number(day), hour, minute, second, fraction: m[4] ?? "", offset_s });
}

/** A strptime format shaped like the text, for a message; null when none is at hand. */
export function formatLike(text: string, order: DateOrder): string | null {
  const date = NUMERIC.exec(text);
  if (!date) return null;
  const [a, b] = order === "day-first" ? ["%d", "%m"] : ["%m", "%d"];
  const rest = TIME.exec(text.slice(date[0].length));
  let format = `${a}${date[2]}${b}${date[2]}${date[4].length === 4 ? "%Y" : "%y"}`;
  if (!rest || rest[1] === undefined) return format;
  format += `${text[date[0].length]}${rest[5] === undefined ? "%H" : "%I"}:%M`;
  if (rest[3] !== undefined) format += ":%S";
  if (rest[4] !== undefined) format += ".%f";
  if (rest[5] !== undefined) format += " %p";
  return rest[6] === undefined ? format : `${format}%z`;
}
