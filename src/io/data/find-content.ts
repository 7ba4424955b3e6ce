import { existsSync } from "node:fs";
import { basename } from "node:path";
import { BadCall, refusal } from "../../contract/outcome.ts";
import type { Store } from "../../store/store.ts";
import { resolvePath } from "../paths.ts";
import { type ContentWorld, digestOf } from "./content.ts";

/**
 * Where a recipe's content is now: in the store, or in a file where it was seen and whose bytes are still the same.
 * Refuses DataChanged (a file with other bytes, or none; `describe` tells what differs) and UnknownHandle (never seen).
 * BadCall when it was only seen outside the roots.
 */
export async function findContent(
  handle: string,
  sha256: string,
  store: Store,
  world: Pick<ContentWorld, "roots" | "signal">,
  describe: (path: string) => Promise<Record<string, unknown>> = async () => ({}),
): Promise<{ path: string; label: string }> {
  const inStore = await store.contentPath(sha256);
  if (inStore !== null) return { path: inStore, label: handle };
  const seen = (await store.notes(sha256)).flatMap((note) => {
    const path = (note as { path?: unknown })?.path;
    return typeof path === "string" ? [path] : [];
  });
  if (seen.length === 0) throw contentGone(handle);
  const inside = seen.filter((path) => isInside(path, world.roots));
  if (inside.length === 0) resolvePath(seen[0], world.roots);
  let other: { path: string; sha256: string } | null = null;
  for (const path of inside.filter(existsSync)) {
    const now = await digestOf(path, path, world.signal);
    if (now === sha256) return { path, label: basename(path) };
    other ??= { path, sha256: now };
  }
  throw changed(handle, sha256, inside[0], other, other === null ? {} : await describe(other.path));
}

function isInside(path: string, roots: string[]): boolean {
  try {
    resolvePath(path, roots);
    return true;
  } catch (error) {
    if (error instanceof BadCall) return false;
    throw error;
  }
}

function contentGone(handle: string): Error {
  const remedy = "load it again: the same content and options give the same handle";
  return refusal("UnknownHandle", `${handle}: the content it was made from is no longer in the store; ${remedy}`, {
    check: "content",
    observed: null,
    required: "the content, in the store or in a file",
    remedy,
    handle,
    known: [],
  });
}

function changed(
  handle: string,
  sha256: string,
  path: string,
  now: { path: string; sha256: string } | null,
  differences: Record<string, unknown>,
): Error {
  const file = now?.path ?? path;
  const remedy = `restore the file, or load it again for a new handle: liquet data load ${file}`;
  const words = typeof differences.summary === "string" ? `: ${differences.summary}` : "";
  const found = now === null ? `${path} is gone` : `${file} has other content now${words}`;
  return refusal("DataChanged", `${handle}: ${found}; ${remedy}`, {
    check: "content",
    observed: now?.sha256 ?? null,
    required: sha256,
    remedy,
    handle,
    file,
    ...differences,
  });
}
