import { join } from "node:path";
import { canonicalJson, type Json } from "../contract/canonical-json.ts";
import { BadCall } from "../contract/outcome.ts";
import { namesIn, readWhole, remove, writeWhole, writtenAt } from "./files.ts";
import { handleOf, sha256 } from "./handle.ts";
import { place } from "./places.ts";
import { digestsOf, listRecipes, mentions, putRecipe, readRecipe } from "./recipes.ts";
import type { Store, Writing } from "./store.ts";

/** Opens the store in a folder; see `OpenStore`. Nothing is written until something is kept. */
export function openStore(folder: string, writing: Writing = atOnce): Store {
  const write = <T>(body: () => T | Promise<T>) => writing(() => explained(folder, body));
  return {
    folder,
    handleOf,
    put: (kind, recipe) => write(() => putRecipe(folder, kind, recipe)),
    recipe: async (handle) => readRecipe(folder, handle),
    list: async (kind) => listRecipes(folder, kind),
    result: (handle, name, compute) => result(join(place.results(folder, handle), name), compute, writing),
    putContent: (bytes) => write(() => putContent(folder, bytes)),
    content: async (digest) => content(folder, digest),
    contentPath: async (digest) => (content(folder, digest) === null ? null : place.content(folder, digest)),
    note: (id, name, value) =>
      write(() => writeWhole(join(place.notes(folder, id), `${name}.json`), canonicalJson(value), false)),
    notes: async (id) => notes(place.notes(folder, id)),
    release: (handle) => write(() => release(folder, handle)),
  };
}

const atOnce: Writing = (work) => work();

const DIGEST_BYTES = 32;

/** A kept result starts with the SHA-256 of the rest: a torn or altered file is computed again. */
async function result(path: string, compute: () => Promise<Uint8Array>, writing: Writing): Promise<Uint8Array> {
  const kept = readWhole(path);
  if (kept !== null && kept.length >= DIGEST_BYTES) {
    const payload = kept.subarray(DIGEST_BYTES);
    if (sha256(payload) === kept.subarray(0, DIGEST_BYTES).toString("hex")) return payload;
  }
  const bytes = await compute();
  try {
    await writing(async () => writeWhole(path, Buffer.concat([Buffer.from(sha256(bytes), "hex"), bytes]), false));
  } catch (error) {
    // What cannot be kept (a full disk, a folder that is read-only) is computed again next time.
    if (typeof (error as NodeJS.ErrnoException).code !== "string") throw error;
  }
  return bytes;
}

function putContent(folder: string, bytes: Uint8Array): string {
  const digest = sha256(bytes);
  if (content(folder, digest) === null) writeWhole(place.content(folder, digest), bytes, true);
  return digest;
}

function content(folder: string, digest: string): Uint8Array | null {
  const bytes = readWhole(place.content(folder, digest));
  return bytes !== null && sha256(bytes) === digest ? bytes : null;
}

function notes(folder: string): Json[] {
  return namesIn(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ at: writtenAt(path) ?? 0, text: readWhole(path)?.toString("utf8") ?? "" }))
    .sort((a, b) => b.at - a.at)
    .flatMap(({ text }) => {
      try {
        return [JSON.parse(text) as Json];
      } catch {
        return [];
      }
    });
}

function release(folder: string, handle: string): Awaited<ReturnType<Store["release"]>> {
  const recipe = readRecipe(folder, handle);
  const others = listRecipes(folder, null).filter((entry) => entry.handle !== handle);
  const dependents = others.filter((entry) => mentions(entry.recipe, handle)).map((entry) => entry.handle);
  const results = namesIn(place.results(folder, handle)).length;
  remove(place.results(folder, handle));
  if (dependents.length > 0) return { recipe: false, results, contents: 0, dependents };
  remove(place.recipe(folder, handle));
  remove(place.notes(folder, handle));
  const unused = digestsOf(recipe).filter((digest) => !others.some((entry) => mentions(entry.recipe, digest)));
  for (const digest of unused) remove(place.notes(folder, digest));
  const contents = unused.filter((digest) => remove(place.content(folder, digest))).length;
  return { recipe: true, results, contents, dependents };
}

/** What the file system says no to is a bad call that names the folder. */
export async function explained<T>(folder: string, body: () => T | Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException)?.code;
    if (error instanceof BadCall || typeof code !== "string") throw error;
    throw new BadCall(`cannot write to the store '${folder}' (${code}); choose another folder with --store`);
  }
}
