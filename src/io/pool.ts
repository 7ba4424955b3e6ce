import { Worker } from "node:worker_threads";
import type { Unit, UnitResult } from "../contract/context.ts";

/** What a worker is told when it starts. */
export interface WorkerSettings {
  roots: string[];
  env: Record<string, string | undefined>;
}

/** A worker's reply: the result of the unit it was given, or the stack of what broke. */
export type WorkerReply = { result: UnitResult } | { failure: string };

/**
 * Runs units on worker threads, each worker taking the next unit when it is free. Results stand in the units' order.
 * Rejects with the signal's reason when cancelled and with the worker's own stack when a unit breaks; either way every
 * worker is ended first.
 */
export async function runOnWorkers(
  units: Unit[],
  entry: URL,
  settings: WorkerSettings,
  options: { workers: number; signal: AbortSignal; done?(index: number, result: UnitResult): Promise<void> },
): Promise<UnitResult[]> {
  const results = new Array<UnitResult>(units.length);
  const workers: Worker[] = [];
  let next = 0;
  const lane = async () => {
    const worker = new Worker(entry, { workerData: settings });
    workers.push(worker);
    while (next < units.length) {
      const index = next++;
      const result = await ask(worker, units[index], options.signal);
      results[index] = result;
      await options.done?.(index, result);
    }
  };
  try {
    const lanes = Math.max(1, Math.min(options.workers, units.length));
    await Promise.all(Array.from({ length: lanes }, lane));
    return results;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function ask(worker: Worker, unit: Unit, signal: AbortSignal): Promise<UnitResult> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      worker.removeAllListeners();
      signal.removeEventListener("abort", cancelled);
      act();
    };
    const cancelled = () => settle(() => reject(signal.reason));
    worker.once("message", (reply: WorkerReply) =>
      settle(() => ("result" in reply ? resolve(reply.result) : reject(new Error(reply.failure)))),
    );
    worker.once("error", (error) => settle(() => reject(error)));
    worker.once("exit", (code) => settle(() => reject(new Error(`a worker ended with code ${code} on ${unit.command}`))));
    signal.addEventListener("abort", cancelled);
    if (signal.aborted) return cancelled();
    worker.postMessage(unit);
  });
}
