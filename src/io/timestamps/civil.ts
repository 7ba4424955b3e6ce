import { civilToMicros, daysInMonth } from "../../contract/instant.ts";

/** A timestamp as its text states it. */
export interface Civil {
  /** Microseconds: of the instant when the text carries an offset, of the wall clock (as if UTC) when not. */
  us: number;
  /** Nanoseconds below the microsecond, 0..999. */
  nanos: number;
  /** False when the text carries no UTC offset. */
  aware: boolean;
}

/** The parts of a timestamp; `fraction` is the digits after the second. */
export interface CivilParts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  fraction: string;
  /** Seconds east of UTC, or null when none is stated. */
  offset_s: number | null;
}

/** Puts the parts together; null when they name no real day or time. */
export function civilOf(parts: CivilParts): Civil | null {
  const { year, month, day, hour, minute, second, fraction, offset_s } = parts;
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const digits = fraction.padEnd(9, "0");
  const wall = civilToMicros(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1_000_000;
  return {
    us: wall + Number(digits.slice(0, 6)) - (offset_s ?? 0) * 1_000_000,
    nanos: Number(digits.slice(6, 9)),
    aware: offset_s !== null,
  };
}

/** Reads `Z`, `UTC`, `GMT`, `+02:00`, `+0200`, `+02`: seconds east of UTC; null when it is none of them. */
export function readOffset(text: string): number | null {
  if (/^(Z|UTC|GMT)$/i.test(text)) return 0;
  const m = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(text);
  if (!m) return null;
  const [hours, minutes] = [Number(m[2]), Number(m[3] ?? 0)];
  if (hours > 18 || minutes > 59) return null;
  return (m[1] === "-" ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** 1..12 for an English month name, whole or its first three letters, any case; 0 when it is none. */
export function monthOf(name: string): number {
  const wanted = name.toLowerCase();
  return 1 + MONTHS.findIndex((month) => month === wanted || month.slice(0, 3) === wanted);
}

/** Hour 0..23 of a twelve-hour clock; -1 when the hour is not 1..12. */
export function hourOf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return -1;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

/** English month names, lower case. */
export const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
