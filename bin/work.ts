import { parentPort, workerData } from "node:worker_threads";
import type { Unit } from "../src/contract/context.ts";
import type { WorkerReply, WorkerSettings } from "../src/io/pool.ts";
import { runUnit } from "../src/surface/unit.ts";
import { createCtx } from "./create-ctx.ts";

const settings = workerData as WorkerSettings;
parentPort?.on("message", async (unit: Unit) => {
  let reply: WorkerReply;
  try {
    reply = {
      result: await runUnit(unit, {
        ...settings,
        createCtx,
        now: () => new Date(),
        workerEntry: () => new URL("../worker.js", import.meta.url),
      }),
    };
  } catch (error) {
    reply = { failure: (error as Error)?.stack ?? String(error) };
  }
  parentPort?.postMessage(reply);
});
