import { availableParallelism } from "node:os";
import { superviseJob } from "../src/store/jobs/supervise.ts";

// The words are put there by src/store/jobs/start-worker.ts.
const [folder, job_id, attempt, token] = process.argv.slice(2);
const { env } = process;
const terminated = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => terminated.abort());

const finished = superviseJob({ folder, job_id, attempt: Number(attempt) }, token, {
  entry: new URL("../worker.js", import.meta.url),
  env,
  now: () => new Date(),
  terminated: terminated.signal,
  // One a processor, or what the user of the machine says.
  most: Math.max(1, Number(env.LIQUET_MAX_JOBS) || availableParallelism()),
  log: (text) => process.stderr.write(text),
});
finished.then(() => process.exit(0));
