import { isMainThread } from "node:worker_threads";
import { start } from "./start.ts";

// A process of its own is one SQL statement, or one job, which starts its thread with this file again.
if (isMainThread) start(process.argv[2] === "query" ? "query" : "job");
else start("work");
