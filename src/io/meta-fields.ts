import { isObject } from "../contract/is-object.ts";
import type { Severity, TagMeta } from "../series/tag-meta.ts";
import { closestKey } from "./closest-key.ts";

/** A JSON object whose values are not looked at yet. */
export type Json = Record<string, unknown>;
/** Refuses SchemaError for one file: which rule, what was found, what to do, and the two machine-readable sides. */
export type Refuse = (check: string, found: string, remedy: string, observed?: unknown, required?: unknown) => never;

const IDENTITY_KEYS = ["source_id", "point_id"] as const;
const SEVERITIES = ["GOOD", "UNCERTAIN", "BAD"] as const;
/** The start of a long text is enough to recognise it in a message. */
const SHOWN_LENGTH = 60;

/** Refuses the first unknown key, with the closest known one. `prefix` is "" at the top level. */
export function checkKeys(json: Json, known: readonly string[], prefix: string, refuse: Refuse): void {
  const unknown = Object.keys(json).find((key) => !known.includes(key) && (prefix !== "" || key !== "_comments"));
  if (unknown === undefined) return;
  const near = closestKey(unknown, known);
  const remedy =
    prefix === "" && unknown === "eng_range"
      ? "write eng_range_zero and eng_range_span as two top-level numbers"
      : near === null
        ? `known keys are ${known.map((key) => prefix + key).join(", ")}`
        : `did you mean '${prefix}${near}'?`;
  refuse("unknown_key", `unknown key '${clip(prefix + unknown)}'`, remedy, prefix + unknown, known);
}

/** `_comments` is an object of texts or absent. */
export function checkComments(comments: unknown, refuse: Refuse): void {
  if (comments === undefined) return;
  const remedy = "make it an object of texts, or leave it out";
  if (!isObject(comments)) refuse("comments", `'_comments' is ${shown(comments)}`, remedy);
  const odd = Object.keys(comments).find((key) => typeof comments[key] !== "string");
  if (odd !== undefined) refuse("comments", `'_comments.${clip(odd)}' is ${shown(comments[odd])}`, remedy);
}

/** `identity` holds exactly two non-empty texts. */
export function parseIdentity(identity: unknown, refuse: Refuse): TagMeta["identity"] {
  const remedy = 'state "identity": {"source_id": "…", "point_id": "…"}, both non-empty';
  if (identity === undefined) return refuse("identity_missing", "'identity' is missing", remedy);
  if (!isObject(identity)) return refuse("identity_object", `'identity' is ${shown(identity)}, not an object`, remedy);
  checkKeys(identity, IDENTITY_KEYS, "identity.", refuse);
  const [source, point] = IDENTITY_KEYS.map((key) => {
    const part = identity[key];
    if (part === undefined) return refuse("identity_part", `'identity.${key}' is missing`, remedy);
    if (typeof part !== "string")
      return refuse("identity_part", `'identity.${key}' is ${shown(part)}`, remedy, shown(part));
    return part === "" ? refuse("identity_part", `'identity.${key}' is empty`, remedy, shown(part)) : part;
  });
  return { source_id: source, point_id: point };
}

/** A text or null; absent reads as null. */
export function parseText(json: Json, key: string, refuse: Refuse): string | null {
  const value = json[key] ?? null;
  if (value === null || typeof value === "string") return value;
  return refuse("text_type", `'${key}' is ${shown(value)}`, "write a text or null", shown(value), "text or null");
}

/** Both ends of the instrument range or neither; finite, width above 0. */
export function parseRange(zero: unknown, span: unknown, refuse: Refuse): [number, number] | [null, null] {
  const [low, width] = [zero ?? null, span ?? null];
  if (low === null && width === null) return [null, null];
  if (low === null || width === null) {
    const [has, lacks] = low === null ? ["span", "zero"] : ["zero", "span"];
    const found = `'eng_range_${has}' is stated and 'eng_range_${lacks}' is not`;
    return refuse("range_pair", found, "state both ends of the range or neither");
  }
  const remedy = "write the low end and the width of the range as finite numbers";
  if (!isFiniteNumber(low)) return refuse("range_finite", `'eng_range_zero' is ${shown(low)}`, remedy, shown(low));
  if (!isFiniteNumber(width))
    return refuse("range_finite", `'eng_range_span' is ${shown(width)}`, remedy, shown(width));
  if (!Number.isFinite(low + width))
    return refuse("range_finite", "'eng_range_zero' + 'eng_range_span' overflows", remedy);
  if (width <= 0) return refuse("range_span", `'eng_range_span' is ${width}`, "it must be above 0", width, "> 0");
  return [low, width];
}

/** Declared seconds between samples, above 0, or null. */
export function parseSampleRate(rate: unknown, refuse: Refuse): number | null {
  const value = rate ?? null;
  if (value === null || (isFiniteNumber(value) && value > 0)) return value;
  return refuse(
    "sample_rate",
    `'sample_rate_s' is ${shown(value)}`,
    "write seconds above 0 or null",
    shown(value),
    "> 0",
  );
}

/** One of the choices or null. */
export function parseChoice<T extends string>(
  json: Json,
  key: string,
  choices: readonly T[],
  refuse: Refuse,
): T | null {
  const value = json[key] ?? null;
  if (value === null) return null;
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  return refuse(key, `'${key}' is ${shown(value)}`, `write ${choices.join(", ")} or null`, shown(value), choices);
}

/** Raw code to severity (trimmed, any case); an empty object reads as null. */
export function parseQualityCodes(codes: unknown, refuse: Refuse): Record<string, Severity> | null {
  const given = codes ?? null;
  if (given === null) return null;
  const remedy = 'map each raw code to GOOD, UNCERTAIN or BAD, as in {"192": "GOOD"}';
  if (!isObject(given)) return refuse("quality_codes", `'quality_codes' is ${shown(given)}, not an object`, remedy);
  const entries = Object.entries(given).map(([code, text]): [string, Severity] => {
    const wanted = typeof text === "string" ? text.trim().toUpperCase() : text;
    const severity = SEVERITIES.find((s) => s === wanted);
    if (severity !== undefined) return [code, severity];
    return refuse(
      "quality_codes",
      `'quality_codes' maps '${clip(code)}' to ${shown(text)}`,
      remedy,
      shown(text),
      SEVERITIES,
    );
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** A boolean; absent and null read as false. */
export function parseAssumed(assumed: unknown, refuse: Refuse): boolean {
  const value = assumed ?? false;
  if (typeof value === "boolean") return value;
  return refuse(
    "quality_assumed",
    `'quality_assumed' is ${shown(value)}`,
    "write true or false",
    shown(value),
    "boolean",
  );
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** A JSON value as a message shows it, at most 60 characters of text. */
export function shown(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? `'${clip(value)}'` : String(value);
}

/** The text on one line, or its first 60 characters. */
export function clip(text: string): string {
  const line = text.replace(/\p{Cc}/gu, " ");
  return line.length <= SHOWN_LENGTH ? line : `${line.slice(0, SHOWN_LENGTH)}…`;
}
