import { randomUUID } from "node:crypto";
import { renameSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Jobs } from "../../contract/job.ts";
import { remove } from "../files.ts";
import { place } from "../places.ts";
import { needJob } from "./find-job.ts";
import type { JobsWorld } from "./jobs-world.ts";
import { jobOf } from "./judge.ts";
import { fateOf, signalProcess } from "./process-id.ts";
import { type Attempt, lastAttempt, readBeat, writeEnd } from "./run-files.ts";

/** How long a worker is given before it is killed: it leaves by itself within 0.6 s. */
const PATIENCE_MS = 800;
/** How long a killed one is waited for: a busy machine takes its time, and where none is left nothing is waited for. */
const KILLED_MS = 5000;
const POLL_MS = 20;

/** Ends a job and its process; see `Jobs.cancel`. */
export async function cancelJob(folder: string, job_id: string, world: JobsWorld): ReturnType<Jobs["cancel"]> {
  const found = await needJob(folder, job_id, world);
  const ended_ms = world.now().getTime();
  const cancelled = found.end === null && writeEnd(found.at, { status: "cancelled", ended_ms, error: null });
  const stopped = cancelled ? await stopWorker(found.at) : true;
  return { job: jobOf(await needJob(folder, job_id, world)), cancelled, stopped };
}

/**
 * The end is written, and a worker that cannot be signalled (it may be on another machine) finds it within 0.2 s; a
 * signal is sooner. True when the worker is known to be gone.
 */
async function stopWorker(at: Attempt): Promise<boolean> {
  for (const [signal, patience] of [
    ["SIGTERM", PATIENCE_MS],
    ["SIGKILL", KILLED_MS],
  ] as const) {
    const worker = readBeat(at)?.worker;
    if (worker && !isGone(at)) signalProcess(worker, signal);
    for (let waited = 0; waited < patience && !isGone(at); waited += POLL_MS) await sleep(POLL_MS);
  }
  return isGone(at);
}

/** Without a beat there is no worker yet, and when there is one it finds the end first. */
function isGone(at: Attempt): boolean {
  const beat = readBeat(at);
  if (beat === null) return true;
  const fate = fateOf(beat.worker);
  return fate === "dead" || (fate === "unknown" && beat.stopped_ms !== null);
}

/** Removes a job's folder, unless it was started again meanwhile; renamed first, so that nobody reads half of it. */
export function forgetJob({ folder, job_id, attempt }: Attempt): boolean {
  if (lastAttempt(folder, job_id)?.attempt !== attempt) return false;
  const away = `${place.job(folder, job_id)}.${randomUUID()}.tmp`;
  try {
    renameSync(place.job(folder, job_id), away);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return remove(away);
}
