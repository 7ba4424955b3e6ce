import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { JobError } from "../../contract/job.ts";
import type { ToolCall, ToolReply } from "../../surface/tool-workers.ts";
import type { ToolResult } from "../../surface/tools.ts";
import { writeWhole } from "../files.ts";
import { readAttempt, type Seen } from "./judge.ts";
import { beginPulse, type Pulse } from "./pulse.ts";
import { waitForTurn } from "./queue.ts";
import { type Attempt, fileOf, readStart, writeEnd } from "./run-files.ts";

/** What the process of a job knows of the outside. */
export interface JobWorld {
  /** The module that the thread starts with. */
  entry: URL;
  env: Record<string, string | undefined>;
  now(): Date;
  /** Aborted when the process is told to end (SIGTERM). */
  terminated: AbortSignal;
  /** Jobs that may run at once. */
  most: number;
  log(text: string): void;
}

/** How long the work may take to leave by itself when it is to stop, and its thread to end. */
const LEAVE_MS = 250;
const END_MS = 300;

/**
 * The process of one attempt: waits for its turn, does the work and writes down what it came to. The work is in a
 * thread, so that a loop that never yields can neither hold the heartbeat nor withstand a cancel: the thread is told,
 * then ended, and where even that does not help (native code) the process kills itself. Ends without a word when
 * somebody else has ended the attempt or removed it.
 */
export async function superviseJob(at: Attempt, token: string, world: JobWorld): Promise<void> {
  const seen = readAttempt(at);
  if (seen === null || seen.end !== null || seen.start.token !== token) return;
  const run: Run = { at, token, world };
  const stop = new AbortController();
  const pulse = beginPulse(at, token, world.now, () => stop.abort());
  const terminate = () => {
    fail(run, "stopped", "its process was told to end (SIGTERM)");
    stop.abort();
  };
  world.terminated.addEventListener("abort", terminate);
  if (world.terminated.aborted) terminate();
  stop.signal.addEventListener("abort", () => setTimeout(() => killSelf(pulse), LEAVE_MS + END_MS));
  try {
    await waitForTurn(at, world.most, world.now, stop.signal);
    pulse.begin();
    conclude(run, await work(seen, world, pulse, stop.signal));
  } catch (error) {
    if (stop.signal.aborted) return;
    fail(run, "internal", `liquet broke: ${(error as Error)?.message ?? String(error)}`);
    world.log(`${(error as Error)?.stack ?? String(error)}\n`);
  } finally {
    pulse.stop();
  }
}

interface Run {
  at: Attempt;
  token: string;
  world: JobWorld;
}

function killSelf(pulse: Pulse): void {
  pulse.stop();
  process.kill(process.pid, "SIGKILL");
}

function conclude(run: Run, { content: [answer], isError }: ToolResult): void {
  const text = answer.type === "text" ? answer.text : "";
  if (isError) fail(run, "bad_call", text.replace(/^error: /, ""));
  if (isError || !isMine(run)) return;
  // On disk before the end says that it is there.
  writeWhole(fileOf(run.at, "result"), text, true);
  writeEnd(run.at, { status: "completed", ended_ms: run.world.now().getTime(), error: null });
}

function fail(run: Run, kind: JobError["kind"], message: string): void {
  if (!isMine(run)) return;
  writeEnd(run.at, { status: "failed", ended_ms: run.world.now().getTime(), error: { kind, message } });
}

/** After a delete the number may stand for another's attempt. */
function isMine({ at, token }: Run): boolean {
  return readStart(at)?.token === token;
}

/** Makes the call in a thread. Rejects with the thread gone when it breaks or is to stop. */
async function work({ call, start }: Seen, world: JobWorld, pulse: Pulse, stop: AbortSignal): Promise<ToolResult> {
  const thread = new Worker(world.entry, { workerData: { roots: start.roots, env: { ...world.env } } });
  const task: ToolCall = {
    tool: call.command,
    arguments: { ...call.arguments, ...start.machine },
    roots: start.roots,
    allowNetwork: start.allow_network,
    allowWrite: start.allow_write,
  };
  try {
    return await new Promise<ToolResult>((resolve, reject) => {
      thread.on("message", (reply: ToolReply) => {
        if ("progress" in reply) pulse.progress(...reply.progress);
        else if ("log" in reply) world.log(reply.log);
        else if ("failure" in reply) reject(new Error(reply.failure));
        else resolve(reply.tool_result);
      });
      thread.on("error", reject);
      thread.on("exit", (code) => reject(new Error(`the thread of ${call.command} ended with code ${code}`)));
      stop.addEventListener("abort", () => {
        thread.postMessage({ cancel: true });
        sleep(LEAVE_MS).then(() => reject(stop.reason));
      });
      if (stop.aborted) reject(stop.reason);
      else thread.postMessage(task);
    });
  } finally {
    await thread.terminate();
  }
}
