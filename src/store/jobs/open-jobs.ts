import type { Job, Jobs } from "../../contract/job.ts";
import { BadCall } from "../../contract/outcome.ts";
import { readWhole } from "../files.ts";
import { explained } from "../open-store.ts";
import type { Writing } from "../store.ts";
import { cancelJob, forgetJob } from "./cancel-job.ts";
import { findAllJobs, needJob } from "./find-job.ts";
import { covers, type JobsWorld } from "./jobs-world.ts";
import { jobOf, readAttempt } from "./judge.ts";
import { type Attempt, fileOf, logOf, readStart } from "./run-files.ts";
import { startJob } from "./start-job.ts";

/** Opens the jobs of the store in a folder; see `Jobs`. */
export type OpenJobs = (folder: string, world: JobsWorld, writing?: Writing) => Jobs;

export const openJobs: OpenJobs = (folder, world, writing = (work) => work()) => {
  const write = <T>(body: () => T | Promise<T>) => writing(() => explained(folder, body));
  return {
    start: (call) => write(() => startJob(folder, call, world)),
    // Whoever looks at a job writes down that it failed.
    look: (job_id) => writing(async () => shownTo(world, jobOf(await needJob(folder, job_id, world)), folder)),
    list: () => writing(async () => (await findAllJobs(folder, world)).map((job) => shownTo(world, job, folder))),
    cancel: (job_id) =>
      write(async () => {
        const { at, start } = await needJob(folder, job_id, world);
        if (!covers(world.roots, start.roots)) throw notYours(at.job_id);
        return cancelJob(folder, job_id, world);
      }),
    forget: (job) =>
      write(() => {
        if (!mayKnow({ folder, ...job }, world)) throw notYours(job.job_id);
        return forgetJob({ folder, ...job });
      }),
    result: (job) => resultOf({ folder, ...job }, world),
    log: (job, most) => logLines({ folder, ...job }, most, world),
  };
};

function mayKnow(at: Attempt, { roots }: JobsWorld): boolean {
  return covers(roots, readStart(at)?.roots ?? []);
}

/** What a job is about, where it is and why it failed names files, which may lie where the caller may not read. */
function shownTo(world: JobsWorld, job: Job, folder: string): Job {
  if (mayKnow({ folder, ...job }, world)) return job;
  const progress = job.progress && { ...job.progress, label: "" };
  const error = job.error && { ...job.error, message: "it was started where more folders may be read than here" };
  return { ...job, what: "", progress, error };
}

function notYours(job_id: string): BadCall {
  return new BadCall(`job_id: '${job_id}' was started where more folders may be read than here; cancel it there`);
}

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
