import { isObject } from "../contract/is-object.ts";
import { refusal } from "../contract/outcome.ts";
import type { TagMeta } from "../series/tag-meta.ts";
import {
  checkComments,
  checkKeys,
  clip,
  parseAssumed,
  parseChoice,
  parseIdentity,
  parseQualityCodes,
  parseRange,
  parseSampleRate,
  parseText,
  type Refuse,
  shown,
} from "./meta-fields.ts";

/** The parquet key that tag metadata are written under. */
export const META_KEY = "liquet.meta";
/** The keys they are read from, in order of preference. */
export const READ_META_KEYS = [META_KEY, "tsdive.meta"] as const;

const TEXT_KEYS = ["unit_raw", "unit_canonical", "asset", "loop_id"] as const;
const KEYS = [
  "identity",
  "name",
  "unit_raw",
  "unit_canonical",
  "eng_range_zero",
  "eng_range_span",
  "sample_rate_s",
  "retrieval_mode",
  "asset",
  "loop_id",
  "role",
  "quality_codes",
  "quality_assumed",
] as const satisfies readonly (keyof TagMeta)[];
const ROLES = ["PV", "SP", "OP", "MODE"] as const;
const RETRIEVAL_MODES = ["RECORDED", "INTERPOLATED"] as const;

const NAME_REMEDY = "state the tag's name as a text, '' if it has none";

/**
 * Checks tag metadata (the JSON object of `liquet.meta`, or a sidecar file) and fills in what is not stated.
 * `label` is the file name that starts every message. Refuses SchemaError at the first rule broken; the order of the
 * rules is fixed. `_comments` is checked and dropped; an empty `quality_codes` reads as null.
 */
export function parseTagMeta(json: unknown, label: string): TagMeta {
  const refuse: Refuse = (check, found, remedy, observed, required) => {
    throw refusal("SchemaError", `${label}: ${found}; ${remedy}`, { check, file: label, observed, required, remedy });
  };
  if (!isObject(json)) {
    return refuse("metadata_object", `the metadata are ${shown(json)}, not an object`, "write a JSON object");
  }
  checkKeys(json, KEYS, "", refuse);
  checkComments(json._comments, refuse);
  const identity = parseIdentity(json.identity, refuse);
  if (!Object.hasOwn(json, "name")) refuse("name_missing", "'name' is missing", NAME_REMEDY);
  const texts = TEXT_KEYS.map((key) => parseText(json, key, refuse));
  if (typeof json.name !== "string") {
    return refuse("name_type", `'name' is ${shown(json.name)}`, NAME_REMEDY, shown(json.name), "text");
  }
  const [zero, span] = parseRange(json.eng_range_zero, json.eng_range_span, refuse);
  const rate = parseSampleRate(json.sample_rate_s, refuse);
  const role = parseChoice(json, "role", ROLES, refuse);
  const mode = parseChoice(json, "retrieval_mode", RETRIEVAL_MODES, refuse);
  return {
    identity,
    name: json.name,
    unit_raw: texts[0],
    unit_canonical: texts[1],
    eng_range_zero: zero,
    eng_range_span: span,
    sample_rate_s: rate,
    retrieval_mode: mode,
    asset: texts[2],
    loop_id: texts[3],
    role,
    quality_codes: parseQualityCodes(json.quality_codes, refuse),
    quality_assumed: parseAssumed(json.quality_assumed, refuse),
  };
}

/** Reads tag metadata from JSON text (a leading byte-order mark is allowed). Refuses SchemaError as `parseTagMeta`. */
export function parseTagMetaText(text: string, label: string): TagMeta {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unreadable";
    const remedy = "write one JSON object";
    throw refusal("SchemaError", `${label}: the metadata are not valid JSON (${clip(reason)}); ${remedy}`, {
      check: "metadata_json",
      file: label,
      observed: clip(reason),
      required: "one JSON object",
      remedy,
    });
  }
  return parseTagMeta(json, label);
}

/** The metadata as stored: fixed key order, unset values as null, `quality_assumed` always a boolean. */
export function serializeTagMeta(meta: TagMeta): string {
  const { source_id, point_id } = meta.identity;
  const entries = KEYS.map((key) => [key, key === "identity" ? { source_id, point_id } : (meta[key] ?? null)] as const);
  return JSON.stringify({ ...Object.fromEntries(entries), quality_assumed: meta.quality_assumed === true });
}
