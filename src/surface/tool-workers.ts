import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Abilities, Replies } from "../contract/need.ts";
import type { World } from "./cli.ts";
import type { ToolOptions, ToolResult } from "./tools.ts";

/** A call as a worker is told of it. */
export interface ToolCall {
  tool: string;
  arguments: Record<string, unknown>;
  roots: string[];
  allowNetwork: boolean;
  /** A job writes where its caller may; a call over MCP that writes is not made in a worker. */
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

/**
 * Calls that only read, each in a worker thread of its own: the server answers the next message while one computes, and
 * a cancelled call is gone at once, in whatever loop it was. Idle workers are kept for the next call.
 */
export function toolWorkers(
  world: World,
): (tool: string, args: ToolCall["arguments"], options: ToolOptions) => Promise<ToolResult> {
  const idle: Worker[] = [];
  const waiting: (() => void)[] = [];
  let free = Math.max(2, availableParallelism());

  return async (tool, args, options) => {
    if (free > 0) free--;
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      options.signal.throwIfAborted();
      const worker =
        idle.pop() ?? new Worker(world.workerEntry(), { workerData: { roots: [], env: { ...world.env } } });
      worker.ref();
      const { roots, allowNetwork, abilities, replies } = options;
      const call = { tool, arguments: args, roots, allowNetwork, abilities, replies };
      const result = await ask(worker, call, world, options);
      worker.unref();
      idle.push(worker);
      return result;
    } finally {
      const turn = waiting.shift();
      if (turn) turn();
      else free++;
    }
  };
}

/** Rejects, with the worker ended, when the call is cancelled or breaks. */
function ask(
  worker: Worker,
  call: ToolCall,
  world: World,
  { signal, progress, log }: ToolOptions,
): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      worker.off("message", told).off("error", broke).off("exit", ended);
      signal.removeEventListener("abort", cancelled);
      act();
    };
    const broke = (error: unknown) =>
      settle(() => {
        void worker.terminate();
        reject(error);
      });
    const ended = (code: number) => broke(new Error(`the worker of ${call.tool} ended with code ${code}`));
    const cancelled = () => broke(signal.reason);
    const told = (reply: ToolReply) => {
      if ("progress" in reply) progress(...reply.progress);
      else if ("log" in reply) {
        world.stderr(reply.log);
        log?.(reply.log.trimEnd());
      } else if ("failure" in reply) {
        // The stack is for whoever runs the server; the client is told what broke.
        world.stderr(`internal error in ${call.tool}, please report it\n${reply.failure}\n`);
        broke(new Error(`internal error: ${reply.failure.split("\n", 1)[0]}`));
      } else settle(() => resolve(reply.tool_result));
    };
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
