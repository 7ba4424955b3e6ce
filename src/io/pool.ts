import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Unit, UnitResult } from "../contract/context.ts";
import { type RefusalDetails, refusal } from "../contract/outcome.ts";
import type { RefusalName } from "../contract/refusals.ts";

/** What a worker is told when it starts. */
export interface WorkerSettings {
  roots: string[];
  env: Record<string, string | undefined>;
}

/** A worker's reply: the result of what it was given, what it refused, or the stack of what broke. */
export type WorkerReply =
  | { result: unknown }
  | { refused: { name: RefusalName; cause: string; details: RefusalDetails } }
  | { failure: string };

/** Beyond this many the disk is the limit, and each worker holds a window's rows. */
const MOST_BY_DEFAULT = 8;

/** How many workers there are unless a number is stated: one a processor, at most 8. */
export function defaultWorkers(): number {
  return Math.min(MOST_BY_DEFAULT, availableParallelism());
}

/**
 * Runs units on worker threads, each worker taking the next unit when it is free. Results stand in the units' order.
 * Rejects with the signal's reason when cancelled and with the worker's own stack when a unit breaks; either way every
 * worker is ended first.
 */
export async function runOnWorkers(
  units: Unit[],
  entry: URL,
  settings: WorkerSettings,
  options: { workers?: number; signal: AbortSignal; done?(index: number, result: UnitResult): Promise<void> },
): Promise<UnitResult[]> {
  const results = new Array<UnitResult>(units.length);
  const workers: Worker[] = [];
  let next = 0;
  const lane = async () => {
    const worker = new Worker(entry, { workerData: settings });
    workers.push(worker);
    while (next < units.length) {
      const index = next++;
      const result = (await ask(worker, units[index], nameOf(units[index]), options.signal)) as UnitResult;
      results[index] = result;
      await options.done?.(index, result);
    }
  };
  try {
    const wanted = options.workers ?? defaultWorkers();
    await Promise.all(Array.from({ length: Math.min(wanted, units.length) }, lane));
    return results;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** A worker's result for a message. Rejects as `runOnWorkers` does; `what` names the work in messages. */
export function ask(worker: Worker, message: unknown, what: string, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const replied = (reply: WorkerReply) =>
      settle(() => {
        if ("result" in reply) resolve(reply.result);
        else if ("failure" in reply) reject(failed(what, reply.failure));
        else reject(refusal(reply.refused.name, reply.refused.cause, reply.refused.details));
      });
    const broke = (error: unknown) => settle(() => reject(error));
    const ended = (code: number) => broke(failed(what, `its worker ended with code ${code}`));
    const cancelled = () => broke(signal.reason);
    const settle = (act: () => void) => {
      // Only what was added here: the worker's port hangs on listeners of its own.
      worker.off("message", replied).off("error", broke).off("exit", ended);
      signal.removeEventListener("abort", cancelled);
      act();
    };
    if (signal.aborted) return reject(signal.reason);
    worker.on("message", replied).on("error", broke).on("exit", ended);
    signal.addEventListener("abort", cancelled);
    worker.postMessage(message);
  });
}

function nameOf({ command, arguments: args }: Unit): string {
  return `the unit ${command} ${JSON.stringify(args)}`;
}

/** Names the work: of thousands of units the reader must know which one broke. */
function failed(what: string, failure: string): Error {
  return new Error(`${what} broke: ${failure}`);
}
