import type { Json } from "../contract/canonical-json.ts";
import type { HandleKind } from "../contract/handle.ts";

/**
 * What a handle stands for, as plain JSON: content digests, options and the handles it builds on. Neither a path nor a
 * version: the same work is the same recipe anywhere, on any day.
 */
export type Recipe = { op: string; [key: string]: Json };

/** One stored recipe. */
export interface StoredRecipe {
  handle: string;
  recipe: Recipe;
  /** When it was first put here; milliseconds since 1970. */
  created_ms: number;
}

/**
 * liquet's own store: recipes by the hash of what they say, contents by the hash of their bytes, and results that can
 * be computed again. Every file is written beside and renamed, so any number of processes share a folder.
 */
export interface Store {
  /** The folder, for messages. */
  folder: string;
  /** The handle that `put` would give. */
  handleOf(kind: HandleKind, recipe: Recipe): string;
  /** Keeps a recipe and returns its handle; the same recipe is the same handle. BadCall when the folder cannot be written. */
  put(kind: HandleKind, recipe: Recipe): Promise<string>;
  /** Refuses UnknownHandle, saying how to make it again. BadCall when the text is no handle. */
  recipe(handle: string): Promise<Recipe>;
  /** The stored recipes of a kind (all when null), newest first, equal times by handle. */
  list(kind: HandleKind | null): Promise<StoredRecipe[]>;
  /**
   * A result of a handle, by name. Kept results are checked when they are read; one that is damaged or gone is computed
   * and kept again. `name` holds letters, digits, dots and hyphens, and changes when the computation does.
   */
  result(handle: string, name: string, compute: () => Promise<Uint8Array>): Promise<Uint8Array>;
  /** Keeps bytes by their SHA-256, which is returned. */
  putContent(bytes: Uint8Array): Promise<string>;
  /** The bytes of a content, or null when they are not here or not what their name says. */
  content(sha256: string): Promise<Uint8Array | null>;
  /** Where a content is, checked as `content` does; null when it is not here. */
  contentPath(sha256: string): Promise<string | null>;
  /** Keeps a fact beside something by its id (a handle or a content's digest). One of the same name is replaced. */
  note(id: string, name: string, value: Json): Promise<void>;
  /** The facts beside an id, the latest first. */
  notes(id: string): Promise<Json[]>;
  /**
   * Forgets a handle's results, and its recipe unless another stored recipe builds on it; contents that no recipe names
   * go with it. Refuses UnknownHandle.
   */
  release(handle: string): Promise<{ recipe: boolean; results: number; contents: number; dependents: string[] }>;
}

/** Does work that writes, and that nothing must cut off in the middle. */
export type Writing = <T>(work: () => Promise<T>) => Promise<T>;

/** Opens the store in a folder, which is made when something is first written. */
export type OpenStore = (folder: string, writing?: Writing) => Store;
