import { openOutput } from "../src/io/output.ts";
import { openSignals } from "../src/io/signals.ts";
import { main } from "../src/surface/cli.ts";

const { signal, hold, end } = openSignals(process);
// The system ends the first process of a container by no signal that it does not listen to.
if (process.pid === 1) hold();
// A reader that went away (`| head`) is no fault of the call.
const left = (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1);
const stdout = openOutput(1, () => process.stdout, left);
const stderr = openOutput(
  2,
  () => process.stderr,
  () => {},
);

const finished = main(process.argv.slice(2), {
  stdout: stdout.write,
  stderr: stderr.write,
  stdin: () => process.stdin,
  stdoutIsTerminal: stdout.isTerminal,
  stderrIsTerminal: stderr.isTerminal,
  env: process.env,
  now: () => new Date(),
  signal,
  hold,
  loadCtx: async () => (await import("./create-ctx.ts")).createCtx,
  workerEntry: () => new URL("../worker.js", import.meta.url),
  files: () => import("../src/io/server-files.ts"),
  shell: () => import("../src/io/shell.ts"),
});
finished.then((code) => {
  process.exitCode = code;
  if (code === 130) end();
});
