import { existsSync } from "node:fs";
import { basename } from "node:path";
import { BadCall, refusal } from "../../contract/outcome.ts";
import type { Store } from "../../store/store.ts";
import { isWithin } from "../paths.ts";
import { type ContentWorld, digestOf } from "./content.ts";
import type { LoadRecipe } from "./recipe.ts";

/**
 * Where a recipe's content is now: in the store, or in a file where it was seen and whose bytes are still the same.
 * Refuses DataChanged (a file with other bytes, or none; `describe` tells what differs) and UnknownHandle (never seen).
 * BadCall when it was only seen outside the roots.
 */
export async function findContent(
  handle: string,
  { content: { sha256 }, as }: Pick<LoadRecipe, "content" | "as">,
  store: Store,
  world: Pick<ContentWorld, "roots" | "signal">,
  describe: (path: string) => Promise<Record<string, unknown>> = async () => ({}),
): Promise<{ path: string; label: string }> {
  const inStore = await store.contentPath(sha256);
  const notes = (await store.notes(sha256)) as ({ path?: unknown; within?: unknown } | null)[];
  const seen = notes.flatMap((note) => (typeof note?.path === "string" ? [note.path] : []));
  const inside = seen.filter((path) => isWithin(path, world.roots));
  const mayRead =
    world.roots.length === 0 || inside.length > 0 || notes.some((note) => isWithinAll(note?.within, world.roots));
  if (inStore !== null && mayRead) return { path: inStore, label: handle };
  if (inStore === null && seen.length === 0) throw contentGone(handle);
  if (inside.length === 0) throw outside(handle, world.roots);
  let other: { path: string; sha256: string } | null = null;
  for (const path of inside.filter(existsSync)) {
    const now = await digestOf(path, path, world.signal);
    if (now === sha256) return { path, label: basename(path) };
    other ??= { path, sha256: now };
  }
  const file = other?.path ?? inside[0];
  const again = `liquet data load ${file}${as === "curves" ? " --as curves" : ""}`;
  throw changed(
    handle,
    sha256,
    { file, now: other?.sha256 ?? null, again },
    other === null ? {} : await describe(file),
  );
}

/** True when content that was kept by one who is held to `folders` may be read by one who is held to `roots`. */
function isWithinAll(folders: unknown, roots: string[]): boolean {
  if (!Array.isArray(folders) || folders.length === 0) return false;
  return folders.every((folder) => typeof folder === "string" && isWithin(folder, roots));
}

/** Where it lies is not for the caller to know. */
function outside(handle: string, roots: string[]): BadCall {
  return new BadCall(`'${handle}' was read outside the folders this server may read (${roots.join(", ")})`);
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
  { file, now, again }: { file: string; now: string | null; again: string },
  differences: Record<string, unknown>,
): Error {
  const remedy = `restore the file, or load it again for a new handle: ${again}`;
  const words = typeof differences.summary === "string" ? `: ${differences.summary}` : "";
  const found = now === null ? `${file} is gone` : `${file} has other content now${words}`;
  return refusal("DataChanged", `${handle}: ${found}; ${remedy}`, {
    check: "content",
    observed: now,
    required: sha256,
    remedy,
    handle,
    file,
    ...differences,
  });
}
