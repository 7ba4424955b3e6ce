import { BadCall } from "../../contract/outcome.ts";
import { readNumber } from "../../series/numeric-text.ts";

/** How numbers are written. */
export interface NumberFormat {
  /** Decimal mark: one character. */
  decimal: string;
  /** Mark between groups of three digits, or null when digits are not grouped. */
  thousands: string | null;
}

const POWERS = Float64Array.from({ length: 16 }, (_, i) => 10 ** i);
const [ZERO, MINUS, PLUS] = [48, 45, 43];

/** Checks the marks. Throws BadCall when they are not single characters, are alike, or belong to the number itself. */
export function numberFormat(decimal: string | undefined, thousands: string | undefined): NumberFormat {
  const format = { decimal: decimal ?? ".", thousands: thousands ?? null };
  for (const [name, mark] of Object.entries(format)) {
    if (mark === null) continue;
    if ([...mark].length !== 1 || /[\d+\-eE"\r\n]/.test(mark))
      throw new BadCall(`${name}: '${mark}' is not one mark character`);
  }
  if (format.decimal === format.thousands) throw new BadCall(`decimal and thousands are both '${format.decimal}'`);
  return format;
}

/**
 * Reads `[-+]digits[mark digits]` of at most 15 digits from bytes; NaN for every other text. Exact: the digits and the
 * power of ten are both doubles without rounding, so their quotient is the nearest double (Clinger 1990).
 */
export function readDecimalBytes(bytes: Uint8Array, start: number, end: number, mark: number): number {
  const first = bytes[start];
  let at = first === MINUS || first === PLUS ? start + 1 : start;
  if (end - at > 16) return Number.NaN;
  let digits = 0;
  let fraction = -1;
  let seen = 0;
  for (; at < end; at++) {
    const digit = bytes[at] - ZERO;
    if (digit >= 0 && digit <= 9) {
      digits = digits * 10 + digit;
      seen++;
      if (fraction >= 0) fraction++;
    } else if (bytes[at] === mark && fraction < 0) fraction = 0;
    else return Number.NaN;
  }
  if (seen === 0 || seen > 15) return Number.NaN;
  const value = fraction > 0 ? digits / POWERS[fraction] : digits;
  return first === MINUS ? -value : value;
}

/** The reader of number texts under a format; null where the text is no number. Groups must be of three digits. */
export function numberReader({ decimal, thousands }: NumberFormat): (text: string) => number | null {
  if (decimal === "." && thousands === null) return readNumber;
  const quoted = (mark: string) => mark.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const groups =
    thousands === null ? null : new RegExp(`^[+-]?\\d{1,3}(?:${quoted(thousands)}\\d{3})+(?=$|${quoted(decimal)})`);
  return (text) => {
    let plain = text.trim();
    const grouped = groups?.exec(plain);
    if (grouped && thousands !== null) plain = grouped[0].replaceAll(thousands, "") + plain.slice(grouped[0].length);
    if (decimal === ".") return readNumber(plain);
    return plain.includes(".") ? null : readNumber(plain.replace(decimal, "."));
  };
}
