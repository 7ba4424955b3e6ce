// Runs the official conformance suite of the protocol against our HTTP layer and adapter, with its own fixtures behind
// them (test/conformance). `npm run conformance` installs the suite and the Node that it needs (about 240 MB) into a
// temporary folder and removes it; `npm run conformance -- FOLDER` keeps and reuses FOLDER.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundle } from "./bundle.mjs";

const SUITE = "@modelcontextprotocol/conformance@0.1.16";
/** The suite needs what Node 20 does not have; this project does not. */
const NODE = "node@22.23.3";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const [kept] = process.argv.slice(2);
const folder = kept === undefined ? mkdtempSync(join(tmpdir(), "liquet-conformance-")) : resolve(kept);
const modules = join(folder, "node_modules");
if (!existsSync(join(modules, "node/bin/node"))) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", SUITE, NODE], { cwd: folder, stdio: "inherit" });
}
const out = await bundle(root, "test", ["conformance/serve.ts"]);
const server = spawn(process.execPath, [join(out, "conformance/serve.mjs")], {
  cwd: root,
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const url = await new Promise((done, failed) => {
    server.stdout.once("data", (line) => done(String(line).trim()));
    server.once("exit", (code) => failed(new Error(`the server ended with code ${code}`)));
  });
  const suite = join(modules, "@modelcontextprotocol/conformance/dist/index.js");
  const args = [suite, "server", "--url", url, "--suite", "all", "--output-dir", join(folder, "results")];
  const run = spawn(join(modules, "node/bin/node"), args, { cwd: folder, stdio: "inherit" });
  process.exitCode = await new Promise((done) => run.once("exit", (code) => done(code ?? 1)));
} finally {
  server.kill();
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
