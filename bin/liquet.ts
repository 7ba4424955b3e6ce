import { main } from "../src/surface/cli.ts";

const cancel = new AbortController();
process.on("SIGINT", () => {
  // A second Ctrl-C ends a loop that does not look at the signal.
  if (cancel.signal.aborted) process.exit(130);
  cancel.abort();
});
process.on("SIGTERM", () => cancel.abort());
// A reader that went away (`| head`) is no fault of the call.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
process.stderr.on("error", () => {});

const finished = main(process.argv.slice(2), {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stdin: () => process.stdin,
  stdoutIsTerminal: process.stdout.isTTY === true,
  stderrIsTerminal: process.stderr.isTTY === true,
  env: process.env,
  now: () => new Date(),
  signal: cancel.signal,
  loadCtx: async () => (await import("./create-ctx.ts")).createCtx,
  workerEntry: new URL("./worker.js", import.meta.url),
});
finished.then((code) => {
  process.exitCode = code;
});
