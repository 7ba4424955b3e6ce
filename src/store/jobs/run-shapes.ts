import type { BeatFile, CallFile, EndFile, StartFile } from "./run-files.ts";

type Loose<T> = { [K in keyof T]?: unknown } | null;

/** The last instant that a date has, in milliseconds. */
const LAST_MS = 8.64e15;

/** True when what a file holds is a call. */
export function isCall(value: Loose<CallFile>): value is CallFile {
  return isRecord(value) && typeof value.command === "string" && isRecord(value.arguments);
}

/** True when what a file holds says how an attempt was started. */
export function isStart(value: Loose<StartFile>): value is StartFile {
  return (
    isRecord(value) &&
    typeof value.token === "string" &&
    typeof value.what === "string" &&
    isInstant(value.created_ms) &&
    isRecord(value.machine) &&
    Array.isArray(value.roots) &&
    value.roots.every((root) => typeof root === "string")
  );
}

/** True when what a file holds is a sign of life. */
export function isBeat(value: Loose<BeatFile>): value is BeatFile {
  if (!isRecord(value) || !isRecord(value.worker) || !isInstant(value.at_ms)) return false;
  return (
    (value.started_ms === null || isInstant(value.started_ms)) && (value.progress === null || isRecord(value.progress))
  );
}

/** True when what a file holds is how an attempt ended. */
export function isEnd(value: Loose<EndFile>): value is EndFile {
  return (
    isRecord(value) && ["completed", "failed", "cancelled"].includes(String(value.status)) && isInstant(value.ended_ms)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isInstant(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) <= LAST_MS;
}
