import type { TimestampUnit } from "../ingest/request.ts";
import type { Civil } from "./civil.ts";

/** Decimal places from the unit down to a nanosecond. */
const PLACES: Record<TimestampUnit, number> = { s: 9, ms: 6, us: 3, ns: 0 };

/**
 * Reads a count of seconds, milliseconds, microseconds or nanoseconds since the epoch, exactly: the digits are moved,
 * never multiplied. A decimal fraction is read down to a nanosecond. Null when the text is not such a number.
 */
export function readEpoch(text: string, unit: TimestampUnit): Civil | null {
  const m = /^([+-]?)(\d{1,20})(?:\.(\d*))?$/.exec(text);
  if (!m) return null;
  const places = PLACES[unit];
  const fraction = (m[3] ?? "").replace(/0+$/, "");
  if (fraction.length > places) return null;
  const digits = (m[2] + fraction.padEnd(places, "0")).padStart(4, "0");
  const sign = m[1] === "-" ? -1 : 1;
  const [us, nanos] = [sign * Number(digits.slice(0, -3)), sign * Number(digits.slice(-3))];
  // The nanoseconds count up from the microsecond at or before the instant.
  return nanos < 0 ? { us: us - 1, nanos: nanos + 1000, aware: true } : { us: us + 0, nanos: nanos + 0, aware: true };
}
