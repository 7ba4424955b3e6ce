import { join } from "node:path";
import { canonicalJson, type Json } from "../contract/canonical-json.ts";
import { closest } from "../contract/closest.ts";
import { type HandleKind, isHandle, kindOf } from "../contract/handle.ts";
import { isObject } from "../contract/is-object.ts";
import { BadCall, refusal } from "../contract/outcome.ts";
import { namesIn, readWhole, sweepTemporary, writeWhole, writtenAt } from "./files.ts";
import { handleOf } from "./handle.ts";
import { place } from "./places.ts";
import type { Recipe, StoredRecipe } from "./store.ts";

/** How to make what a handle of each kind stands for. */
const REMEDY: Record<HandleKind, string> = {
  data: "run the 'liquet data load' (and split or transform) that made it: the same content and options give the same handle",
  est: "run 'liquet forecast instantiate' with the same specification: it gives the same handle",
  fit: "run 'liquet forecast fit' with the same specification and data: it gives the same handle",
  res: "run the call that computed it: the same data and parameters give the same handle",
  fc: "run 'liquet forecast predict' with the same model and horizon: it gives the same handle",
  job: "start the work again: the same call gives the same handle",
};

const HOUR_MS = 3_600_000;

/** Keeps a recipe; see `Store.put`. */
export function putRecipe(folder: string, kind: HandleKind, recipe: Recipe): string {
  const handle = handleOf(kind, recipe);
  const path = place.recipe(folder, handle);
  // Never written again: its time stays that of the first call.
  if (recipeAt(path) !== null) return handle;
  writeWhole(path, canonicalJson(recipe), true);
  sweepTemporary(place.recipes(folder, kind), (writtenAt(path) ?? 0) - HOUR_MS);
  return handle;
}

/** Reads a recipe. Refuses UnknownHandle; BadCall when the text is no handle. */
export function readRecipe(folder: string, handle: string): Recipe {
  if (!isHandle(handle)) throw new BadCall(`'${handle}' is not a handle such as data_0123456789ab`);
  const recipe = recipeAt(place.recipe(folder, handle));
  // A recipe that does not hash to its name was changed by something else: it means nothing any more.
  if (recipe !== null && handleOf(kindOf(handle), recipe) === handle) return recipe;
  throw unknownHandle(handle, recent(folder, handle));
}

/** The stored recipes; see `Store.list`. */
export function listRecipes(folder: string, kind: HandleKind | null): StoredRecipe[] {
  const kinds = kind === null ? namesIn(join(folder, "recipes")) : [kind];
  return kinds
    .flatMap((each) => namesIn(place.recipes(folder, each)))
    .map((name) => name.replace(/\.json$/, ""))
    .filter(isHandle)
    .flatMap((handle) => {
      const path = place.recipe(folder, handle);
      // Another process may release it between the listing and the reading.
      const [created_ms, recipe] = [writtenAt(path), recipeAt(path)];
      return created_ms === null || recipe === null ? [] : [{ handle, recipe, created_ms }];
    })
    .sort((a, b) => b.created_ms - a.created_ms || (a.handle < b.handle ? -1 : 1));
}

/** True when a recipe holds a text (a handle, a digest) anywhere. */
export function mentions(recipe: Json, text: string): boolean {
  if (typeof recipe === "string") return recipe === text;
  if (typeof recipe !== "object" || recipe === null) return false;
  return Object.values(recipe).some((value) => mentions(value, text));
}

/** The content digests that a recipe holds. */
export function digestsOf(recipe: Json): string[] {
  if (typeof recipe === "string") return /^[0-9a-f]{64}$/.test(recipe) ? [recipe] : [];
  if (typeof recipe !== "object" || recipe === null) return [];
  return Object.values(recipe).flatMap(digestsOf);
}

function recipeAt(path: string): Recipe | null {
  try {
    const value = JSON.parse(readWhole(path)?.toString("utf8") ?? "null") as Json;
    const whole = isObject(value) && typeof value.op === "string";
    return whole ? (value as Recipe) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function recent(folder: string, handle: string): string[] {
  const known = listRecipes(folder, kindOf(handle)).map((entry) => entry.handle);
  return likeliest(handle, known);
}

/** Five of the known handles, which are the newest first: the one that looks most like `handle`, then the newest. */
export function likeliest(handle: string, known: string[]): string[] {
  const near = closest(handle, known);
  return [...new Set([...(near === null ? [] : [near]), ...known])].slice(0, 5);
}

/** UnknownHandle of a handle that is not here, with some that are. */
export function unknownHandle(handle: string, known: string[]): Error {
  const remedy = REMEDY[kindOf(handle)];
  const near = known.length === 0 ? "" : ` (here are ${known.join(", ")})`;
  return refusal("UnknownHandle", `${handle}: no recipe of that name is in this store${near}; ${remedy}`, {
    check: "handle",
    observed: null,
    required: "a recipe in the store",
    remedy,
    handle,
    known,
  });
}
