/** What JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * The canonical JSON text of a value (RFC 8785): no blanks, keys sorted by UTF-16 code units, numbers and strings as
 * ECMAScript writes them, -0 as 0. Equal values are equal texts. Throws on what JSON cannot hold: NaN, ±Infinity,
 * undefined, functions, lone surrogates.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return numberText(value);
  if (typeof value === "string") return stringText(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") return objectText(value as Record<string, unknown>);
  throw new Error(`canonical JSON cannot hold ${typeof value}`);
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`canonical JSON cannot hold ${value}`);
  return JSON.stringify(value);
}

/** A surrogate without its partner is no Unicode text: two readers may make different bytes of it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

function stringText(value: string): string {
  if (LONE_SURROGATE.test(value)) throw new Error("canonical JSON cannot hold a lone surrogate");
  return JSON.stringify(value);
}

function objectText(value: Record<string, unknown>): string {
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${stringText(key)}:${canonicalJson(value[key])}`);
  return `{${entries.join(",")}}`;
}
