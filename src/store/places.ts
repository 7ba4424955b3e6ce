import { basename, dirname, join } from "node:path";
import { kindOf } from "../contract/handle.ts";
import { isPartName, PARTS } from "../contract/store-part.ts";

/** Where things are in a store's folder. */
export const place = {
  recipes: (folder: string, kind: string) => join(folder, "recipes", kind),
  recipe: (folder: string, handle: string) => join(folder, "recipes", kindOf(handle), `${handle}.json`),
  results: (folder: string, handle: string) => join(folder, "results", handle),
  content: (folder: string, digest: string) => join(folder, "contents", digest.slice(0, 2), digest),
  jobs: (folder: string) => join(folder, "jobs"),
  job: (folder: string, handle: string) => join(folder, "jobs", handle),
  liveJobs: (folder: string) => join(folder, "live-jobs"),
  notes: (folder: string, id: string) => join(folder, "notes", id),
  part: (folder: string, name: string) => join(folder, PARTS, name),
};

/** The store that a folder is a part of, with the part's name; a store of its own has none. */
export function wholeOf(folder: string): { whole: string; part: string | null } {
  const [part, parts] = [basename(folder), dirname(folder)];
  return basename(parts) === PARTS && isPartName(part)
    ? { whole: dirname(parts), part }
    : { whole: folder, part: null };
}
