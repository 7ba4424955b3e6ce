import { randomUUID } from "node:crypto";
import { renameSync } from "node:fs";
import { relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canonicalJson } from "../../contract/canonical-json.ts";
import { isHandle, kindOf } from "../../contract/handle.ts";
import type { Job, JobCall, Jobs } from "../../contract/job.ts";
import { BadCall } from "../../contract/outcome.ts";
import { readWhole, remove } from "../files.ts";
import { handleOf } from "../handle.ts";
import { explained } from "../open-store.ts";
import { place } from "../places.ts";
import { likeliest, unknownHandle } from "../recipes.ts";
import { jobOf, judgedAttempt, readAttempt, type Seen } from "./judge.ts";
import { fateOf, signalProcess } from "./process-id.ts";
import {
  type Attempt,
  type CallFile,
  claim,
  dropEarlier,
  fileOf,
  jobIds,
  lastAttempt,
  logOf,
  readBeat,
  type StartFile,
  writeEnd,
} from "./run-files.ts";
import { startWorker } from "./start-worker.ts";

/** What a caller of jobs may do, and with what. */
export interface JobsWorld {
  version: string;
  env: Record<string, string | undefined>;
  now(): Date;
  entry: URL;
  /** Resolved folders that the caller is held to; empty: anywhere. */
  roots: string[];
  allowNetwork: boolean;
  allowWrite: boolean;
  /** The files that arguments name, as they are now. */
  files(args: Record<string, unknown>): NonNullable<CallFile["files"]>;
}

/** Opens the jobs of the store in a folder; see `Jobs`. */
export type OpenJobs = (folder: string, world: JobsWorld) => Jobs;

export const openJobs: OpenJobs = (folder, world) => ({
  start: (call) => explained(folder, () => start(folder, call, world)),
  look: async (job_id) => jobOf(await need(folder, job_id, world)),
  list: async () => {
    const all = await Promise.all(jobIds(folder).map((id) => seenOf(folder, id, world)));
    return all.flatMap((seen) => (seen === null ? [] : [jobOf(seen)])).sort(newestFirst);
  },
  cancel: (job_id) => explained(folder, () => cancel(folder, job_id, world)),
  forget: ({ job_id }) => explained(folder, async () => forget(folder, job_id)),
  result: (job) => resultOf({ folder, ...job }, world),
  log: (job, most) => lastLines(readWhole(logOf({ folder, ...job })), most),
});

function newestFirst(a: Job, b: Job): number {
  return b.created_ms - a.created_ms || (a.job_id < b.job_id ? -1 : 1);
}

async function seenOf(folder: string, job_id: string, { now }: JobsWorld): Promise<Seen | null> {
  const at = lastAttempt(folder, job_id);
  return at && judgedAttempt(at, now);
}

async function need(folder: string, job_id: string, world: JobsWorld): Promise<Seen> {
  if (!isHandle(job_id) || kindOf(job_id) !== "job") throw new BadCall(`job_id: '${job_id}' is no handle of a job`);
  const seen = await seenOf(folder, job_id, world);
  if (seen !== null) return seen;
  const known = jobIds(folder).flatMap(
    (id) => readAttempt(lastAttempt(folder, id) ?? { folder, job_id: id, attempt: 1 }) ?? [],
  );
  const newest = known.map(jobOf).sort(newestFirst);
  throw unknownHandle(
    job_id,
    likeliest(
      job_id,
      newest.map((job) => job.job_id),
    ),
  );
}

/** Somebody else's claim, or end, is found when one's own fails; so often in a row means that something is broken. */
const MOST_TRIES = 20;

async function start(folder: string, call: JobCall, world: JobsWorld): Promise<{ job: Job; started: boolean }> {
  const files = world.files(call.arguments);
  const recipe: CallFile = { op: "job", command: call.command, arguments: plain(call.arguments) };
  if (Object.keys(files).length > 0) recipe.files = files;
  const job_id = handleOf("job", { ...recipe });
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const last = await seenOf(folder, job_id, world);
    if (last !== null && stands(last, world)) return { job: jobOf(last), started: false };
    const at = { folder, job_id, attempt: (last?.at.attempt ?? 0) + 1 };
    const begin = startFile(call, world);
    if (!claim(at, canonicalJson(recipe), begin)) continue;
    dropEarlier(at);
    await begun(at, begin.token, world);
    const seen = readAttempt(at);
    if (seen !== null) return { job: jobOf(seen), started: true };
  }
  throw new Error(`${job_id} could not be started`);
}

/** What JSON keeps of it: an option that is not stated is none. */
function plain(args: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(args)) as Record<string, unknown>;
}

/** True when asking again finds this: it is under way, or has an answer of this version that the caller may have. */
function stands({ start, end }: Seen, world: JobsWorld): boolean {
  if (end === null) return true;
  return end.status === "completed" && start.version === world.version && covers(world.roots, start.roots);
}

/** True when whatever was read within `theirs` may be read by one who is held to `ours`. */
function covers(ours: string[], theirs: string[]): boolean {
  if (ours.length === 0) return true;
  const within = (root: string) => ours.some((outer) => !/^\.\.|^[A-Za-z]:|^\//.test(relative(outer, root)));
  return theirs.length > 0 && theirs.every(within);
}

function startFile({ what, machine }: JobCall, world: JobsWorld): StartFile {
  const { version, roots, allowNetwork: allow_network, allowWrite: allow_write } = world;
  const created_ms = world.now().getTime();
  return { token: randomUUID(), created_ms, version, what, machine: plain(machine), roots, allow_network, allow_write };
}

async function begun(at: Attempt, token: string, world: JobsWorld): Promise<void> {
  try {
    await startWorker(at, token, world);
  } catch (error) {
    const message = `its process could not be started: ${(error as Error).message}`;
    writeEnd(at, { status: "failed", ended_ms: world.now().getTime(), error: { kind: "internal", message } });
  }
}

/** How long a worker is given before it is killed: it leaves by itself within 0.6 s. */
const PATIENCE_MS = 800;

async function cancel(folder: string, job_id: string, world: JobsWorld): ReturnType<Jobs["cancel"]> {
  const found = await need(folder, job_id, world);
  const ended_ms = world.now().getTime();
  const cancelled = found.end === null && writeEnd(found.at, { status: "cancelled", ended_ms, error: null });
  const stopped = cancelled ? await stopWorker(found.at) : true;
  return { job: jobOf(await need(folder, job_id, world)), cancelled, stopped };
}

/** The end is written, and a worker that cannot be signalled finds it within 0.2 s; a signal is sooner. */
async function stopWorker(at: Attempt): Promise<boolean> {
  const gone = () => {
    const beat = readBeat(at);
    // Without a beat there is no worker yet, and when there is one it finds the end first.
    return (
      beat === null || fateOf(beat.worker) === "dead" || (beat.stopped_ms !== null && fateOf(beat.worker) !== "alive")
    );
  };
  const signalled = (signal: "SIGTERM" | "SIGKILL") => {
    const worker = readBeat(at)?.worker;
    if (worker) signalProcess(worker, signal);
  };
  signalled("SIGTERM");
  for (let waited = 0; waited < PATIENCE_MS && !gone(); waited += 20) await sleep(20);
  if (!gone()) signalled("SIGKILL");
  for (let waited = 0; waited < PATIENCE_MS && !gone(); waited += 20) await sleep(20);
  return gone();
}

/** Renamed first: nobody reads half of it. */
function forget(folder: string, job_id: string): void {
  const away = `${place.job(folder, job_id)}.${randomUUID()}.tmp`;
  try {
    renameSync(place.job(folder, job_id), away);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  remove(away);
}

function resultOf(at: Attempt, world: JobsWorld): { json: string } | { reason: string } {
  const seen = readAttempt(at);
  if (seen?.end?.status !== "completed") return { reason: `the job is ${seen === null ? "gone" : jobOf(seen).status}` };
  if (!covers(world.roots, seen.start.roots))
    return { reason: "it was started where more folders may be read than here; make the same call here" };
  const json = readWhole(fileOf(at, "result"))?.toString("utf8");
  return json === undefined ? { reason: "it was removed from the store" } : { json };
}

function lastLines(text: Buffer | null, most: number): string[] {
  const lines = (text?.toString("utf8") ?? "").split("\n").filter((line) => line.trim() !== "");
  return lines.slice(Math.max(0, lines.length - most));
}
