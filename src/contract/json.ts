/**
 * The one JSON writer. Keys stay in the order given, integers up to 2^53 are exact, other numbers are rounded to 12
 * significant digits (so that bytes survive a last-bit difference between machines), -0 is written 0, and NaN or Infinity is our
 * bug: it throws. The `call` of an answer keeps every digit: nobody computed it, and a replay must make the same call.
 * So does an answer that is the value of a key: it was written by this writer before.
 */
export function toJson(document: object): string {
  const members = Object.entries(document)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        `${JSON.stringify(key)}:${key === "call" || isAnswer(value) ? JSON.stringify(value) : member(key, value)}`,
    );
  return `{${members.join(",")}}\n`;
}

function isAnswer(value: unknown): boolean {
  return typeof value === "object" && value !== null && "result_kind" in value;
}

function member(key: string, value: unknown): string {
  return JSON.stringify(typeof value === "number" ? roundNumber(value, key) : value, canonical);
}

function canonical(key: string, value: unknown): unknown {
  return typeof value === "number" ? roundNumber(value, key) : value;
}

/**
 * Rounds to 12 significant digits unless the number is an integer up to 2^53: beyond, every number is one. -0 becomes 0.
 * Throws on NaN and ±Infinity.
 */
export function roundNumber(value: number, key = "value"): number {
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  if (!Number.isFinite(value)) throw new NotFinite(`answer holds a non-finite number at '${key}'`);
  return Number(value.toPrecision(12));
}

/** A number that JSON has not got into an answer. */
export class NotFinite extends Error {}
