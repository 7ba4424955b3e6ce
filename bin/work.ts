import { parentPort, workerData } from "node:worker_threads";
import type { Unit } from "../src/contract/context.ts";
import type { WorkerReply, WorkerSettings } from "../src/io/pool.ts";
import type { PoolMessage } from "../src/io/task-pool.ts";
import type { ToolCall, ToolReply } from "../src/surface/tool-workers.ts";
import { callTool } from "../src/surface/tools.ts";
import { loadTask, runUnit } from "../src/surface/unit.ts";
import { createCtx } from "./create-ctx.ts";

const settings = workerData as WorkerSettings;
const world = {
  ...settings,
  createCtx,
  loadCtx: async () => createCtx,
  now: () => new Date(),
  stderr: (log: string) => say({ log }),
  workerEntry: () => new URL("../worker.js", import.meta.url),
};

/** The task of a pool's worker. */
let runPiece: ((piece: unknown) => Promise<WorkerReply>) | null = null;

let cancel = new AbortController();

parentPort?.on("message", async (work: Unit | ToolCall | PoolMessage | { cancel: true }) => {
  if ("cancel" in work) return cancel.abort();
  try {
    if ("task" in work) {
      runPiece = await loadTask(work.task);
      say({ result: null });
    } else if ("piece" in work) {
      if (runPiece === null) throw new Error("a piece came before its task");
      say(await runPiece(work.piece));
    } else say("tool" in work ? { tool_result: await answerTool(work) } : { result: await runUnit(work, world) });
  } catch (error) {
    say({ failure: (error as Error)?.stack ?? String(error) });
  }
});

function answerTool({ tool, arguments: args, ...options }: ToolCall) {
  cancel = new AbortController();
  return callTool(tool, args, world, {
    allowWrite: false,
    ...options,
    // Whoever cancels ends this thread: at once, or a moment later where it writes or is a job's.
    signal: cancel.signal,
    progress: (...progress) => say({ progress }),
  });
}

function say(reply: WorkerReply | ToolReply): void {
  parentPort?.postMessage(reply);
}
