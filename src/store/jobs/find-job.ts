import { isHandle, kindOf } from "../../contract/handle.ts";
import type { Job } from "../../contract/job.ts";
import { BadCall } from "../../contract/outcome.ts";
import { likeliest, unknownHandle } from "../recipes.ts";
import type { JobsWorld } from "./jobs-world.ts";
import { jobOf, judgedAttempt, readAttempt, type Seen } from "./judge.ts";
import { jobIds, lastAttempt } from "./run-files.ts";

/** The last attempt of a job, judged; null when there is no such job. */
export async function findJob(folder: string, job_id: string, { now }: JobsWorld): Promise<Seen | null> {
  const at = lastAttempt(folder, job_id);
  return at && judgedAttempt(at, now);
}

/** As `findJob`. Refuses UnknownHandle; BadCall when the text is no handle of a job. */
export async function needJob(folder: string, job_id: string, world: JobsWorld): Promise<Seen> {
  if (!isHandle(job_id) || kindOf(job_id) !== "job") throw new BadCall(`job_id: '${job_id}' is no handle of a job`);
  const seen = await findJob(folder, job_id, world);
  if (seen !== null) return seen;
  const known = jobIds(folder)
    .flatMap((id) => readLast(folder, id))
    .sort(newestFirst);
  const ids = known.map((job) => job.job_id);
  throw unknownHandle(job_id, likeliest(job_id, ids));
}

/** Every job, judged, the newest first. */
export async function findAllJobs(folder: string, world: JobsWorld): Promise<Job[]> {
  const all = await Promise.all(jobIds(folder).map((id) => findJob(folder, id, world)));
  return all.flatMap((seen) => (seen === null ? [] : [jobOf(seen)])).sort(newestFirst);
}

function readLast(folder: string, job_id: string): Job[] {
  const at = lastAttempt(folder, job_id);
  const seen = at && readAttempt(at);
  return seen === null ? [] : [jobOf(seen)];
}

function newestFirst(a: Job, b: Job): number {
  return b.created_ms - a.created_ms || (a.job_id < b.job_id ? -1 : 1);
}
