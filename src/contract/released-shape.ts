import * as z from "zod/mini";
import { labelled, plural } from "./text.ts";

/** What was forgotten of a handle, and what is made of it. */
export const releasedShape = {
  handle: z.string(),
  recipe_removed: z.boolean(),
  results_removed: z.int(),
  contents_removed: z.int(),
  dependents: z.array(z.string()),
};

const shape = z.strictObject(releasedShape);

/** The same for a person. */
export function releasedText(f: z.output<typeof shape>): string[] {
  const made = plural(f.dependents.length, "handle");
  return [
    labelled(f.recipe_removed ? "released" : "kept", f.handle),
    ...(f.dependents.length === 0
      ? []
      : [labelled("because", `${made} made of it: ${f.dependents.slice(0, 5).join(", ")}`)]),
    labelled("removed", `${plural(f.results_removed, "kept result")}, ${plural(f.contents_removed, "content")}`),
  ];
}
