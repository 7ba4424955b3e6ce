import { isMainThread } from "node:worker_threads";
import { start } from "./start.ts";

// A process of its own is one job, which starts its thread with this file again.
start(isMainThread ? "job" : "work");
