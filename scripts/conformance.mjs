// Runs the official conformance suite of the protocol against our HTTP layer and adapters, with its own fixtures behind
// them (test/conformance). `npm run conformance` installs the suite and the Node that it needs (about 300 MB) into a
// temporary folder and removes it; `npm run conformance -- FOLDER` keeps and reuses FOLDER.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundle } from "./bundle.mjs";

const PACKAGES = [
  "suite@npm:@modelcontextprotocol/conformance@0.1.16",
  // Not yet released, and the only one that knows the protocol of 2026-07-28.
  "suite-2026@npm:@modelcontextprotocol/conformance@0.2.0-alpha.12",
  // The suites need what Node 20 does not have; this project does not.
  "node@22.23.3",
];
const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const RUNS = [
  { suite: "suite", protocol: "2025-11-25", args: [] },
  { suite: "suite-2026", protocol: "auto", args: ["--spec-version", "2025-11-25"] },
  {
    suite: "suite-2026",
    protocol: "auto",
    args: ["--spec-version", "2026-07-28", "--expected-failures", join(root, "test/conformance/not-offered.yml")],
  },
];

const [kept] = process.argv.slice(2);
const folder = kept === undefined ? mkdtempSync(join(tmpdir(), "liquet-conformance-")) : resolve(kept);
const modules = join(folder, "node_modules");
if (!existsSync(join(modules, "suite-2026"))) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...PACKAGES], { cwd: folder, stdio: "inherit" });
}
const out = await bundle(root, "test", ["conformance/serve.ts"]);
try {
  for (const run of RUNS) process.exitCode = (await runSuite(run)) || process.exitCode;
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}

/** Runs a suite against a server of its own; the suite's exit code, 0 when every check that is expected to pass does. */
async function runSuite({ suite, protocol, args }) {
  process.stdout.write(`\n${suite} ${args.slice(0, 2).join(" ")}, --protocol ${protocol}\n`);
  const stdio = ["ignore", "pipe", "inherit"];
  const server = spawn(process.execPath, [join(out, "conformance/serve.mjs"), "--protocol", protocol], {
    cwd: root,
    stdio,
  });
  try {
    const url = await new Promise((done, failed) => {
      server.stdout.once("data", (line) => done(String(line).trim()));
      server.once("exit", (code) => failed(new Error(`the server ended with code ${code}`)));
    });
    const program = join(modules, suite, "dist/index.js");
    const words = ["server", "--url", url, "--suite", "all", ...args, "--output-dir", join(folder, "results")];
    const run = spawn(join(modules, "node/bin/node"), [program, ...words], { cwd: folder, stdio: "inherit" });
    return await new Promise((done) => run.once("exit", (code) => done(code ?? 1)));
  } finally {
    server.kill();
  }
}
