import { randomUUID } from "node:crypto";
import { canonicalJson } from "../../contract/canonical-json.ts";
import type { Job, JobCall } from "../../contract/job.ts";
import { BadCall, refusal } from "../../contract/outcome.ts";
import { writtenAt } from "../files.ts";
import { handleOf } from "../handle.ts";
import { wholeOf } from "../places.ts";
import { covers, type JobsWorld } from "./jobs-world.ts";
import { jobOf, judgedAttempt, readAttempt, type Seen } from "./judge.ts";
import {
  type Attempt,
  type CallFile,
  claim,
  dropEarlier,
  fileOf,
  lastAttempt,
  liveAttempts,
  type StartFile,
  writeEnd,
} from "./run-files.ts";
import { startWorker } from "./start-worker.ts";

/** Each that waits is a process; beyond this many a machine has other troubles than a queue. */
const MOST_LIVE = 64;
/** As many of them may be of one part of a store: a subject of a server leaves room for others. */
const MOST_OF_PART = 16;
/** Somebody else's claim is found when one's own fails; so often in a row means that something is broken. */
const MOST_TRIES = 20;

/** Starts a call as a job, or finds it; see `Jobs.start`. Refuses TooManyJobs. */
export async function startJob(
  folder: string,
  call: JobCall,
  world: JobsWorld,
): Promise<{ job: Job; started: boolean }> {
  const recipe = recipeOf(call, world);
  const job_id = handleOf("job", { ...recipe });
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = lastAttempt(folder, job_id);
    const last = before && (await judgedAttempt(before, world.now));
    if (last !== null && stands(last, world)) return { job: jobOf(last), started: false };
    await refuseTooMany(folder, world);
    // The one after that which was looked at: another that was claimed meanwhile has that number, and is found next.
    const at = { folder, job_id, attempt: (before?.attempt ?? 0) + 1 };
    const start = startFile(call, world);
    if (!claim(at, canonicalJson(recipe), start)) continue;
    dropEarlier(at);
    await begin(at, start.token, world);
    const seen = readAttempt(at);
    if (seen !== null) return { job: jobOf(seen), started: true };
  }
  throw new Error(`${job_id} could not be started`);
}

function recipeOf(call: JobCall, world: JobsWorld): CallFile {
  const files = world.files(call.arguments);
  const recipe: CallFile = { op: "job", command: call.command, arguments: plain(call.arguments) };
  if (Object.keys(files).length > 0) recipe.files = files;
  try {
    canonicalJson(recipe);
  } catch (error) {
    throw new BadCall(`run_async: the arguments cannot be kept (${(error as Error).message})`);
  }
  return recipe;
}

/** What JSON keeps of it: an option that is not stated is none. */
function plain(args: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(args)) as Record<string, unknown>;
}

/** True when asking again finds this: it is under way, or has an answer of this version that the caller may have. */
function stands({ at, start, end }: Seen, world: JobsWorld): boolean {
  if (end === null) return true;
  if (end.status !== "completed" || writtenAt(fileOf(at, "result")) === null) return false;
  return start.version === world.version && covers(world.roots, start.roots);
}

async function refuseTooMany(folder: string, world: JobsWorld): Promise<void> {
  const all = liveAttempts(folder);
  await refuseMore(all, MOST_LIVE, world);
  if (wholeOf(folder).part === null) return;
  await refuseMore(
    all.filter((at) => at.folder === folder),
    MOST_OF_PART,
    world,
  );
}

async function refuseMore(listed: Attempt[], most: number, { now }: JobsWorld): Promise<void> {
  if (listed.length < most) return;
  const judged = await Promise.all(listed.map((at) => judgedAttempt(at, now)));
  const live = judged.filter((seen) => seen !== null && seen.end === null).length;
  if (live < most) return;
  const remedy = "wait until some have ended, or cancel them (liquet jobs list)";
  throw refusal("TooManyJobs", `jobs: ${live} wait or run already, which is the most; ${remedy}`, {
    check: "live_jobs",
    observed: live,
    required: `fewer than ${most}`,
    remedy,
  });
}

function startFile({ what, machine }: JobCall, world: JobsWorld): StartFile {
  const { version, roots, allowNetwork: allow_network, allowWrite: allow_write } = world;
  const created_ms = world.now().getTime();
  return { token: randomUUID(), created_ms, version, what, machine: plain(machine), roots, allow_network, allow_write };
}

async function begin(at: Attempt, token: string, world: JobsWorld): Promise<void> {
  try {
    await startWorker(at, token, world);
  } catch (error) {
    const message = `its process could not be started: ${(error as Error).message}`;
    writeEnd(at, { status: "failed", ended_ms: world.now().getTime(), error: { kind: "internal", message } });
  }
}
