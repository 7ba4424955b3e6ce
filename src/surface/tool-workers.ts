import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Abilities, Replies } from "../contract/need.ts";
import type { World } from "./cli.ts";
import { fairLine } from "./fair-line.ts";
import type { ToolOptions, ToolResult } from "./tools.ts";

/** A call as a worker is told of it. */
export interface ToolCall {
  tool: string;
  arguments: Record<string, unknown>;
  roots: string[];
  allowNetwork: boolean;
  store?: string | null;
  /** The call writes, or is a job, which writes where its caller may. */
  allowWrite?: boolean;
  abilities?: Abilities;
  replies?: Replies;
}

/** What a worker says: how far it is, a line for the log, and at last the result or the stack of what broke. */
export type ToolReply =
  | { progress: [done: number, total: number, label: string] }
  | { log: string }
  | { tool_result: ToolResult }
  | { failure: string };

/** A call computed for longer than the server lets one. */
export class TookTooLong extends Error {
  constructor(seconds: number) {
    super(`took more than ${seconds} s`);
  }
}

/** Makes a call for a subject, in whose name slots are shared out. */
type CallInWorker = (
  tool: string,
  args: ToolCall["arguments"],
  options: ToolOptions,
  subject: string,
) => Promise<ToolResult>;

/** How long a call that writes may take to stop between two steps. Milliseconds. */
const LEAVE_MS = 2000;

/**
 * Calls, each in a worker thread of its own: the server answers the next message while one computes, and a cancelled call
 * is gone at once, in whatever loop it was; one that writes is told first and given time to stop between two steps. Idle
 * workers are kept for the next call. One that computes for more than `limit` seconds, 0 for any number, is ended in the
 * same way and throws TookTooLong; waiting for a slot is no computing.
 */
export function toolWorkers(world: World, limit: number): CallInWorker {
  const idle: Worker[] = [];
  const enter = fairLine(Math.max(2, availableParallelism()));

  return async (tool, args, options, subject) => {
    const leave = await enter(subject, options.signal);
    try {
      options.signal.throwIfAborted();
      const worker =
        idle.pop() ?? new Worker(world.workerEntry(), { workerData: { roots: [], env: { ...world.env } } });
      worker.ref();
      const { roots, allowNetwork, allowWrite, store, abilities, replies } = options;
      const call = { tool, arguments: args, roots, allowNetwork, allowWrite, store, abilities, replies };
      const result = await ask(worker, call, world, options, limit);
      worker.unref();
      idle.push(worker);
      return result;
    } finally {
      leave();
    }
  };
}

/** Rejects, with the worker ended, when the call is cancelled, breaks or takes too long. */
function ask(
  worker: Worker,
  call: ToolCall,
  world: World,
  { signal, progress, log }: ToolOptions,
  limit: number,
): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    /** Why the call was told to stop. */
    let stopping: unknown = null;
    let patience: NodeJS.Timeout | undefined;
    const settle = (act: () => void) => {
      worker.off("message", told).off("error", broke).off("exit", ended);
      signal.removeEventListener("abort", cancelled);
      clearTimeout(clock);
      clearTimeout(patience);
      act();
    };
    const broke = (error: unknown) =>
      settle(() => {
        void worker.terminate();
        reject(error);
      });
    const ended = (code: number) => broke(new Error(`the worker of ${call.tool} ended with code ${code}`));
    const stop = (why: unknown) => {
      if (!call.allowWrite) return broke(why);
      if (stopping !== null) return;
      stopping = why;
      worker.postMessage({ cancel: true });
      patience = setTimeout(() => broke(why), LEAVE_MS);
    };
    const cancelled = () => stop(signal.reason);
    const told = (reply: ToolReply) => {
      if ("progress" in reply) progress(...reply.progress);
      else if ("log" in reply) {
        world.stderr(reply.log);
        log?.(reply.log.trimEnd());
      } else if ("failure" in reply && stopping !== null) {
        broke(stopping);
      } else if ("failure" in reply) {
        // The stack is for whoever runs the server; the client is told what broke.
        world.stderr(`internal error in ${call.tool}, please report it\n${reply.failure}\n`);
        broke(new Error(`internal error: ${reply.failure.split("\n", 1)[0]}`));
      } else settle(() => resolve(reply.tool_result));
    };
    const clock = limit > 0 ? setTimeout(() => stop(new TookTooLong(limit)), limit * 1000) : undefined;
    worker.on("message", told).on("error", broke).on("exit", ended);
    signal.addEventListener("abort", cancelled);
    try {
      worker.postMessage(call);
    } catch (error) {
      // Arguments nested too deep to be copied.
      broke(error);
    }
  });
}
