import { BadCall, Refusal } from "./outcome.ts";

/** What a store is asked here; see `Store`. */
interface Recipes {
  folder: string;
  recipe(handle: string): Promise<unknown>;
}

/**
 * BadCall when a handle that is the point of an answer was not kept (a full disk, a folder that is only read): the next
 * call would not know it. One-off calls do without.
 */
export async function requireKept({ folder, recipe }: Recipes, handle: string): Promise<void> {
  try {
    await recipe(handle);
  } catch (error) {
    if (!(error instanceof Refusal) || error.name !== "UnknownHandle") throw error;
    throw new BadCall(
      `cannot write to the store '${folder}', so ${handle} would be unknown to the next call; choose another folder with --store`,
    );
  }
}
