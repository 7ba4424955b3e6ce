import { isObject } from "../../contract/is-object.ts";
import type { BeatFile, CallFile, EndFile, StartFile } from "./run-files.ts";

type Loose<T> = { [K in keyof T]?: unknown } | null;

/** The last instant that a date has, in milliseconds. */
const LAST_MS = 8.64e15;

/** True when what a file holds is a call. */
export function isCall(value: Loose<CallFile>): value is CallFile {
  return isObject(value) && typeof value.command === "string" && isObject(value.arguments);
}

/** True when what a file holds says how an attempt was started. */
export function isStart(value: Loose<StartFile>): value is StartFile {
  return (
    isObject(value) &&
    typeof value.token === "string" &&
    typeof value.what === "string" &&
    isInstant(value.created_ms) &&
    isObject(value.machine) &&
    Array.isArray(value.roots) &&
    value.roots.every((root) => typeof root === "string")
  );
}

/** True when what a file holds is a sign of life. */
export function isBeat(value: Loose<BeatFile>): value is BeatFile {
  if (!isObject(value) || !isObject(value.worker) || !isInstant(value.at_ms)) return false;
  return (
    (value.started_ms === null || isInstant(value.started_ms)) && (value.progress === null || isObject(value.progress))
  );
}

/** True when what a file holds is how an attempt ended. */
export function isEnd(value: Loose<EndFile>): value is EndFile {
  return (
    isObject(value) && ["completed", "failed", "cancelled"].includes(String(value.status)) && isInstant(value.ended_ms)
  );
}

function isInstant(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) <= LAST_MS;
}
