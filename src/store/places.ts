import { join } from "node:path";
import { kindOf } from "../contract/handle.ts";

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
};
