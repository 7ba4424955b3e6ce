import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** A process, told apart from a later one that was given the same number. */
export interface ProcessId {
  /** The machine, since its start, as far as process numbers are shared: another text says nothing. */
  host: string;
  pid: number;
  /** When it was started, in ticks since the machine's start; null where the system does not tell. */
  born: string | null;
}

/** The process that asks. */
export function thisProcess(): ProcessId {
  return { host: thisHost(), pid: process.pid, born: stateOf(process.pid)?.born ?? null };
}

/** Whether a process is there; "unknown" on another machine, and where its number may be another's by now. */
export function fateOf({ host, pid, born }: ProcessId): "alive" | "dead" | "unknown" {
  if (host !== thisHost()) return "unknown";
  if (!exists(pid)) return "dead";
  const state = stateOf(pid);
  if (born === null || state === null) return "unknown";
  return state.born === born && !state.ended ? "alive" : "dead";
}

/** Sends a signal to exactly that process; false when it is gone or cannot be told from another. */
export function signalProcess(id: ProcessId, signal: "SIGTERM" | "SIGKILL"): boolean {
  if (fateOf(id) !== "alive") return false;
  try {
    return process.kill(id.pid, signal);
  } catch {
    return false;
  }
}

function thisHost(): string {
  const boot = orEmpty(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim());
  const space = orEmpty(() => readlinkSync("/proc/self/ns/pid"));
  return [hostname(), boot, space].join(" ");
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** proc(5), /proc/PID/stat: state is field 3 and start time field 22; the name before them may hold anything. */
function stateOf(pid: number): { born: string; ended: boolean } | null {
  const text = orEmpty(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  if (text === "") return null;
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  // A zombie is only waiting for its parent to look.
  return { born: fields[19], ended: fields[0] === "Z" || fields[0] === "X" };
}

function orEmpty(body: () => string): string {
  try {
    return body();
  } catch {
    return "";
  }
}
