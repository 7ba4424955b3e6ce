/** Instants are integer microseconds since 1970-01-01T00:00:00Z held in a double: exact from 1684 to 2255. */
const DAY_US = 86_400_000_000;

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s?(Z|z|[+-]\d{2}(?::?\d{2})?))?)?$/;

export interface CivilTime {
  /** Microseconds as if the text were UTC. Digits below a microsecond are cut. */
  us: number;
  /** UTC offset in seconds, or null when the text carries none. */
  offset_s: number | null;
  /** True for `YYYY-MM-DD` alone. */
  date_only: boolean;
}

/** Microseconds of a proleptic Gregorian civil date at 00:00 UTC; months 1..12. */
export function civilToMicros(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yoe = y - era * 400;
  const doy = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const doe = yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy;
  return (era * 146_097 + doe - 719_468) * DAY_US;
}

/** Days in a month of the proleptic Gregorian calendar; month 1..12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Parses one ISO 8601 date or date-time strictly; null when the text is not one (or names no real day or time). */
export function parseCivil(text: string): CivilTime | null {
  const m = INSTANT.exec(text);
  if (!m) return null;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  if (m[4] === undefined) return { us: civilToMicros(year, month, day), offset_s: null, date_only: true };
  const [hour, minute, second] = [Number(m[4]), Number(m[5]), Number(m[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const fraction = m[7] ? Number(m[7].padEnd(6, "0").slice(0, 6)) : 0;
  const offset = m[8] === undefined ? null : offsetSeconds(m[8]);
  if (Number.isNaN(offset)) return null;
  const us = civilToMicros(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1_000_000 + fraction;
  return { us, offset_s: offset, date_only: false };
}

function offsetSeconds(text: string): number {
  if (text === "Z" || text === "z") return 0;
  const digits = text.slice(1).replace(":", "");
  const [h, min] = [Number(digits.slice(0, 2)), Number(digits.slice(2) || 0)];
  if (h > 18 || min > 59) return Number.NaN;
  return (text[0] === "-" ? -1 : 1) * (h * 3600 + min * 60);
}

/** `2024-03-30T20:00:00Z`; a fraction (up to six digits, trailing zeros cut) only when non-zero. */
export function formatInstant(us: number): string {
  const whole = Math.floor(us / 1_000_000);
  const fraction = us - whole * 1_000_000;
  const base = new Date(whole * 1000).toISOString().slice(0, -5);
  return fraction === 0 ? `${base}Z` : `${base}.${String(fraction).padStart(6, "0").replace(/0+$/, "")}Z`;
}
