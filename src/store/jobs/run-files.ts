import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { JobError, JobProgress } from "../../contract/job.ts";
import { isPartName } from "../../contract/store-part.ts";
import { namesIn, readWhole, remove, writeIn, writeOnce, writeWhole } from "../files.ts";
import { place, wholeOf } from "../places.ts";
import type { ProcessId } from "./process-id.ts";
import { isCall } from "./run-shapes.ts";

/**
 * A job's folder holds `call.json` and, for each attempt N, files that are each written by one side alone:
 * `N.start.json` by whoever starts it (once: this is the claim), `N.beat.json` by the worker again and again,
 * `N.result.json` by the worker, and `N.end.json` by whoever is first to end it (once: nothing overwrites an end).
 */
export interface Attempt {
  /** The store's folder. */
  folder: string;
  job_id: string;
  attempt: number;
}

/** What the id is the hash of. */
export interface CallFile {
  op: "job";
  command: string;
  arguments: Record<string, unknown>;
  /** The files that arguments name, as they were: another folder's, or changed ones, are other work. */
  files?: Record<string, { path: string; size: number; modified_ms: number }>;
}

/** How an attempt was started. */
export interface StartFile {
  /** Tells this attempt from one of the same number after the job was deleted. */
  token: string;
  created_ms: number;
  version: string;
  what: string;
  machine: Record<string, unknown>;
  /** Resolved folders that it may read; empty: anywhere. */
  roots: string[];
  allow_network: boolean;
  allow_write: boolean;
}

/** The worker's sign of life. */
export interface BeatFile {
  at_ms: number;
  worker: ProcessId;
  started_ms: number | null;
  progress: JobProgress | null;
  /** When the worker left. */
  stopped_ms: number | null;
}

export interface EndFile {
  status: "completed" | "failed" | "cancelled";
  ended_ms: number;
  error: JobError | null;
}

type Kind = "start" | "beat" | "end" | "result";

/** An attempt's file. */
export function fileOf({ folder, job_id, attempt }: Attempt, kind: Kind): string {
  return join(place.job(folder, job_id), `${attempt}.${kind}.json`);
}

/** Where the worker's stray output goes. */
export function logOf({ folder, job_id, attempt }: Attempt): string {
  return join(place.job(folder, job_id), `${attempt}.log`);
}

/** The last attempt of a job; null when there is none. */
export function lastAttempt(folder: string, job_id: string): Attempt | null {
  const numbers = namesIn(place.job(folder, job_id)).map((name) => Number(/^(\d+)\.start\.json$/.exec(name)?.[1] ?? 0));
  const attempt = Math.max(0, ...numbers);
  return attempt === 0 ? null : { folder, job_id, attempt };
}

/** What is run; null when the job is gone. */
export const readCall = ({ folder, job_id }: Attempt) =>
  readJson<CallFile>(join(place.job(folder, job_id), "call.json"));
export const readStart = (at: Attempt) => readJson<StartFile>(fileOf(at, "start"));
export const readBeat = (at: Attempt) => readJson<BeatFile>(fileOf(at, "beat"));
export const readEnd = (at: Attempt) => readJson<EndFile>(fileOf(at, "end"));

/** Null when there is no such file, or not yet all of it (a file system without links). */
function readJson<T>(path: string): T | null {
  try {
    return JSON.parse(readWhole(path)?.toString("utf8") ?? "null") as T | null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Claims an attempt: true for exactly one of those who try. */
export function claim(at: Attempt, call: string, start: StartFile): boolean {
  const folder = place.job(at.folder, at.job_id);
  mkdirSync(folder, { recursive: true });
  if (!isCall(readCall(at))) writeWhole(join(folder, "call.json"), call, true);
  if (writeOnce(fileOf(at, "start"), JSON.stringify(start)) !== "made") return false;
  writeWhole(liveEntry(at), "", false);
  return true;
}

/** Writes the sign of life; false when the job is gone. */
export function writeBeat(at: Attempt, beat: BeatFile): boolean {
  return writeIn(fileOf(at, "beat"), JSON.stringify(beat));
}

/** Ends an attempt, unless it has ended: true for exactly one of those who try. */
export function writeEnd(at: Attempt, end: EndFile): boolean {
  const made = writeOnce(fileOf(at, "end"), JSON.stringify(end)) === "made";
  dropLive(at);
  return made;
}

/** Takes an attempt that has ended from the list of live ones. */
export function dropLive(at: Attempt): void {
  remove(liveEntry(at));
}

/** Drops what only the last attempt is asked for; that they were started and how they ended stays. */
export function dropEarlier({ attempt, ...job }: Attempt): void {
  for (let earlier = 1; earlier < attempt; earlier++) {
    const at = { ...job, attempt: earlier };
    for (const path of [fileOf(at, "beat"), fileOf(at, "result"), logOf(at)]) remove(path);
  }
}

/** Attempts that had not ended when they were last heard of: of the whole store that the folder is or is a part of. */
export function liveAttempts(folder: string): Attempt[] {
  const { whole } = wholeOf(folder);
  return namesIn(place.liveJobs(whole)).flatMap((name) => {
    const [job_id, attempt, part] = name.split(".");
    if (!/^\d+$/.test(attempt ?? "") || (part !== undefined && !isPartName(part))) return [];
    return [{ folder: part === undefined ? whole : place.part(whole, part), job_id, attempt: Number(attempt) }];
  });
}

/** The ids of all jobs. */
export function jobIds(folder: string): string[] {
  return namesIn(place.jobs(folder)).filter((name) => /^job_[0-9a-f]{12}$/.test(name));
}

function liveEntry({ folder, job_id, attempt }: Attempt): string {
  const { whole, part } = wholeOf(folder);
  return join(place.liveJobs(whole), [job_id, attempt, ...(part === null ? [] : [part])].join("."));
}
