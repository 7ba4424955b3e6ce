import { setTimeout as sleep } from "node:timers/promises";
import type { Job, JobError } from "../../contract/job.ts";
import { fateOf, type ProcessId, signalProcess } from "./process-id.ts";
import {
  type Attempt,
  type BeatFile,
  type CallFile,
  type EndFile,
  readBeat,
  readCall,
  readEnd,
  readStart,
  type StartFile,
  writeEnd,
} from "./run-files.ts";
import { isBeat, isCall, isEnd, isStart } from "./run-shapes.ts";

/** The worker writes a sign of life at least this often. */
export const BEAT_MS = 1000;
/** Two missed beats in a row while somebody watches. */
const WATCH_MS = 2 * BEAT_MS + 500;
/** Older than this, or this far ahead, a sign of life is doubted: then somebody watches for the next one. */
const DOUBT_MS = 15_000;
/** A worker that gave no sign yet may take this long to start. */
const STARTING_MS = 30_000;

/** An attempt as its files say. */
export interface Seen {
  at: Attempt;
  call: CallFile;
  start: StartFile;
  beat: BeatFile | null;
  end: EndFile | null;
}

/** Reads an attempt; null when the job is gone, or its files are no job's: whoever else wrote them, the others are listed. */
export function readAttempt(at: Attempt): Seen | null {
  // The end is read last: whoever ends an attempt has written everything else before.
  const [call, start, beat, end] = [readCall(at), readStart(at), readBeat(at), readEnd(at)];
  if (!isCall(call) || !isStart(start) || (end !== null && !isEnd(end))) return null;
  return { at, call, start, beat: isBeat(beat) ? beat : null, end };
}

/**
 * Reads an attempt and sees to it that it does not run for ever: one whose worker is gone (its process has ended, or
 * its beat stopped: the machine may have been restarted, or be another one) is ended as failed, by whoever looks.
 */
export async function judgedAttempt(at: Attempt, now: () => Date): Promise<Seen | null> {
  const seen = readAttempt(at);
  if (seen === null || seen.end !== null) return seen;
  const why = await lossOf(seen, now);
  if (why === null) return readAttempt(at);
  if (seen.beat !== null) signalProcess(seen.beat.worker, "SIGKILL");
  const error: JobError = { kind: "lost", message: `${why}; start it again with the same call` };
  const end: EndFile = { status: "failed", ended_ms: seen.beat?.at_ms ?? seen.start.created_ms, error };
  return endedIfWritable(at, end) ? readAttempt(at) : { ...seen, end };
}

/** False where the store takes no file (a full disk, a folder that is only read): whoever looks next finds the same. */
function endedIfWritable(at: Attempt, end: EndFile): boolean {
  try {
    writeEnd(at, end);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}

async function lossOf({ at, start, beat }: Seen, now: () => Date): Promise<string | null> {
  if (beat !== null && fateOf(beat.worker) === "dead") return lossWords(beat.worker, "has ended without an answer");
  const age = now().getTime() - (beat?.at_ms ?? start.created_ms);
  if (Math.abs(age) <= (beat === null ? STARTING_MS : DOUBT_MS)) return null;
  // A machine that slept, or clocks that differ, make an old beat; only one that does not go on has stopped.
  await sleep(WATCH_MS);
  if (readBeat(at)?.at_ms !== beat?.at_ms) return null;
  return beat === null ? "its worker never started" : lossWords(beat.worker, "gives no sign of life");
}

function lossWords({ pid }: ProcessId, what: string): string {
  return `its worker (process ${pid}) ${what}: it was killed, or the machine was restarted`;
}

/** What the files say, as one job. */
export function jobOf({ at, call, start, beat, end }: Seen): Job {
  const started_ms = beat?.started_ms ?? null;
  return {
    job_id: at.job_id,
    command: call.command,
    what: start.what,
    status: end?.status ?? (started_ms === null ? "pending" : "running"),
    attempt: at.attempt,
    created_ms: start.created_ms,
    started_ms,
    ended_ms: end?.ended_ms ?? null,
    progress: beat?.progress ?? null,
    error: end?.error ?? null,
  };
}
