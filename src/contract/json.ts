/**
 * The one JSON writer. Keys stay in the order given, integers are exact, other numbers are rounded to 12 significant
 * digits (so that bytes survive a last-bit difference between machines), -0 is written 0, and NaN or Infinity is our
 * bug: it throws.
 */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, canonical)}\n`;
}

function canonical(key: string, value: unknown): unknown {
  return typeof value === "number" ? roundNumber(value, key) : value;
}

/** Rounds to 12 significant digits unless the number is an integer; -0 becomes 0. Throws on NaN and ±Infinity. */
export function roundNumber(value: number, key = "value"): number {
  if (Number.isInteger(value)) return value === 0 ? 0 : value;
  if (!Number.isFinite(value)) throw new Error(`answer holds a non-finite number at '${key}'`);
  return Number(value.toPrecision(12));
}
