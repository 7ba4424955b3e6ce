import { createHash } from "node:crypto";
import { canonicalJson } from "../contract/canonical-json.ts";
import type { HandleKind } from "../contract/handle.ts";

/** The handle of a recipe: its kind and the first 12 hex digits of SHA-256 over the recipe's canonical JSON. */
export function handleOf(kind: HandleKind, recipe: Record<string, unknown>): string {
  return `${kind}_${sha256(canonicalJson(recipe)).slice(0, 12)}`;
}

/** SHA-256 in hex. */
export function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
