// Serves the fixtures of the conformance suite through our HTTP layer and adapters, on a free port that it prints; the
// words of the call are those of `liquet mcp --http`.
import { pathToFileURL } from "node:url";
import { createCtx } from "../../bin/create-ctx.ts";
import { openHttp } from "../../src/surface/http/open-http.ts";
import { readHttpSettings } from "../../src/surface/http/settings.ts";
import { fixtureCore } from "./fixture-core.ts";
import { FIXTURE_TOOLS } from "./fixture-tools.ts";
import { TOOLS_2026 } from "./fixture-tools-2026.ts";

const env = { ...process.env, LIQUET_ALLOW_INSECURE_NO_AUTH: "1" };
const settings = readHttpSettings(["--http", "--port", "0", "--root", ".", ...process.argv.slice(2)], env);
if (typeof settings === "string") throw new Error(settings);
const core = fixtureCore([...FIXTURE_TOOLS, ...TOOLS_2026]);
const world = {
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  stdin: () => process.stdin,
  stdoutIsTerminal: false,
  stderrIsTerminal: false,
  env,
  now: () => new Date(),
  signal: new AbortController().signal,
  loadCtx: async () => createCtx,
  workerEntry: () => pathToFileURL("dist/worker.js"),
  files: () => import("../../src/io/server-files.ts"),
  shell: () => import("../../src/io/shell.ts"),
};
const server = await openHttp(settings, world, {}, () => core);
process.stdout.write(`http://127.0.0.1:${server.port}/mcp\n`);
