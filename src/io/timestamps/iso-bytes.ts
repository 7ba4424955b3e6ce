import { civilToMicros, daysInMonth } from "../../contract/instant.ts";
import type { Civil } from "./civil.ts";

const [ZERO, DASH, COLON, DOT, PLUS, SPACE, T, Z] = [48, 45, 58, 46, 43, 32, 84, 90];

/**
 * A reader of the plain form `YYYY-MM-DD[T ]hh:mm:ss[.f…][Z|±hh:mm]` straight from bytes, without making a text. It
 * fills `out` and returns true, or returns false for every other form, right or wrong.
 */
export function isoByteReader(out: Civil): (bytes: Uint8Array, start: number, end: number) => boolean {
  // Neighbouring rows mostly share their date.
  let day = -1;
  let dayMicros = 0;
  return (bytes, start, end) => {
    if (end - start < 19) return false;
    const separator = bytes[start + 10];
    if (bytes[start + 4] !== DASH || bytes[start + 7] !== DASH || (separator !== T && separator !== SPACE))
      return false;
    if (bytes[start + 13] !== COLON || bytes[start + 16] !== COLON) return false;
    const year = two(bytes, start) * 100 + two(bytes, start + 2);
    const month = two(bytes, start + 5);
    const date = two(bytes, start + 8);
    const hour = two(bytes, start + 11);
    const minute = two(bytes, start + 14);
    const second = two(bytes, start + 17);
    if (!(hour < 24 && minute < 60 && second < 60)) return false;
    const key = year * 10_000 + month * 100 + date;
    if (key !== day) {
      if (!(year >= 1 && month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month))) return false;
      day = key;
      dayMicros = civilToMicros(year, month, date);
    }
    out.us = dayMicros + ((hour * 60 + minute) * 60 + second) * 1_000_000;
    out.nanos = 0;
    out.aware = false;
    return end - start === 19 || readTail(bytes, start + 19, end, out);
  };
}

/** Fraction and offset. */
function readTail(bytes: Uint8Array, start: number, end: number, out: Civil): boolean {
  let at = start;
  if (bytes[at] === DOT) {
    let nanos = 0;
    let scale = 100_000_000;
    for (at++; at < end; at++) {
      const digit = bytes[at] - ZERO;
      if (digit < 0 || digit > 9) break;
      if (scale < 1) return false;
      nanos += digit * scale;
      scale = scale === 1 ? 0 : scale / 10;
    }
    if (at === start + 1) return false;
    out.nanos = nanos % 1000;
    out.us += (nanos - out.nanos) / 1000;
  }
  if (at === end) return true;
  out.aware = true;
  if (bytes[at] === Z) return at + 1 === end;
  const sign = bytes[at] === PLUS ? 1 : bytes[at] === DASH ? -1 : 0;
  if (sign === 0 || end - at !== 6 || bytes[at + 3] !== COLON) return false;
  const hours = two(bytes, at + 1);
  const minutes = two(bytes, at + 4);
  if (!(hours <= 18 && minutes < 60)) return false;
  out.us -= sign * (hours * 60 + minutes) * 60_000_000;
  return true;
}

/** Two digits as a number; NaN when either is none. */
function two(bytes: Uint8Array, at: number): number {
  const tens = bytes[at] - ZERO;
  const ones = bytes[at + 1] - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}
