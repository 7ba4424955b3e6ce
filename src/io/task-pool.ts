import { Worker } from "node:worker_threads";
import type { PoolTask } from "../contract/context.ts";
import { ask, defaultWorkers, type WorkerSettings } from "./pool.ts";

/** What a worker of a pool is told: its task once, then piece after piece. */
export type PoolMessage = { task: PoolTask } | { piece: unknown };

/**
 * Keeps worker threads that know a task, and what its pieces share, for as long as `use` works; no more of them than there
 * were ever pieces at once. Each takes the next piece when it is free; results stand in the pieces' order. Rejects with the
 * signal's reason when cancelled, with what a piece refuses, and with the worker's own stack when one breaks; either way
 * every worker is ended first.
 */
export async function onPool<I, O, T>(
  task: PoolTask,
  entry: URL,
  settings: WorkerSettings,
  { workers = defaultWorkers(), signal }: { workers?: number; signal: AbortSignal },
  use: (each: (pieces: I[], done?: () => Promise<void>) => Promise<O[]>) => Promise<T>,
): Promise<T> {
  const what = `${task.task} of ${task.command}`;
  const lanes: { worker: Worker; told: Promise<unknown> }[] = [];
  const open = () => {
    const worker = new Worker(entry, { workerData: settings });
    const told = ask(worker, { task }, what, signal);
    // Whoever waits for it is told; nobody may be waiting yet.
    told.catch(() => {});
    lanes.push({ worker, told });
  };
  const each = async (pieces: I[], done?: () => Promise<void>) => {
    while (lanes.length < Math.min(workers, pieces.length)) open();
    const results = new Array<O>(pieces.length);
    let next = 0;
    const work = async ({ worker, told }: (typeof lanes)[number]) => {
      await told;
      while (next < pieces.length) {
        const index = next++;
        results[index] = (await ask(worker, { piece: pieces[index] }, what, signal)) as O;
        await done?.();
      }
    };
    await Promise.all(lanes.map(work));
    return results;
  };
  try {
    return await use(each);
  } finally {
    await Promise.all(lanes.map(({ worker }) => worker.terminate()));
  }
}
