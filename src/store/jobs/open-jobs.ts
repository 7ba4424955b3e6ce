import type { Jobs } from "../../contract/job.ts";
import { readWhole } from "../files.ts";
import { explained } from "../open-store.ts";
import { cancelJob, forgetJob } from "./cancel-job.ts";
import { findAllJobs, needJob } from "./find-job.ts";
import { covers, type JobsWorld } from "./jobs-world.ts";
import { jobOf, readAttempt } from "./judge.ts";
import { type Attempt, fileOf, logOf, readStart } from "./run-files.ts";
import { startJob } from "./start-job.ts";

/** Opens the jobs of the store in a folder; see `Jobs`. */
export type OpenJobs = (folder: string, world: JobsWorld) => Jobs;

export const openJobs: OpenJobs = (folder, world) => ({
  start: (call) => explained(folder, () => startJob(folder, call, world)),
  look: async (job_id) => jobOf(await needJob(folder, job_id, world)),
  list: () => findAllJobs(folder, world),
  cancel: (job_id) => explained(folder, () => cancelJob(folder, job_id, world)),
  forget: (job) => explained(folder, () => forgetJob({ folder, ...job })),
  result: (job) => resultOf({ folder, ...job }, world),
  log: (job, most) => logLines({ folder, ...job }, most, world),
});

function resultOf(at: Attempt, world: JobsWorld): { json: string } | { reason: string } {
  const seen = readAttempt(at);
  if (seen?.end?.status !== "completed") return { reason: `the job is ${seen === null ? "gone" : jobOf(seen).status}` };
  if (!covers(world.roots, seen.start.roots))
    return { reason: "it was started where more folders may be read than here; make the same call here" };
  const json = readWhole(fileOf(at, "result"))?.toString("utf8");
  return json === undefined ? { reason: "it was removed from the store" } : { json };
}

/** None where the job read what the caller may not. */
function logLines(at: Attempt, most: number, { roots }: JobsWorld): string[] {
  if (!covers(roots, readStart(at)?.roots ?? [])) return [];
  const lines = (readWhole(logOf(at))?.toString("utf8") ?? "").split("\n").filter((line) => line.trim() !== "");
  return lines.slice(Math.max(0, lines.length - most));
}
