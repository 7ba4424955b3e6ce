// Bundles test/**/*.test.ts and runs them with node's test runner. `node scripts/test.mjs pelt` runs a part. What LIQUET_FUZZ
// does is in properties-plugin.mjs.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bundle } from "./bundle.mjs";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const filters = process.argv.slice(2).filter((arg) => !arg.startsWith("-"));
const flags = process.argv.slice(2).filter((arg) => arg.startsWith("-"));
const files = readdirSync(join(root, "test"), { recursive: true })
  .filter((name) => name.endsWith(".test.ts"))
  .filter((name) => filters.length === 0 || filters.some((f) => name.includes(f)))
  .sort();
if (files.length === 0) {
  process.stderr.write(`no test file matches ${filters.join(", ")}\n`);
  process.exit(2);
}
const out = await bundle(root, "test", files);
const built = files.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
const child = spawn(process.execPath, ["--enable-source-maps", "--test", "--test-concurrency=2", ...flags, ...built], {
  stdio: ["inherit", "pipe", "inherit"],
  // What programs under test keep for themselves goes with the bundles.
  env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, XDG_CACHE_HOME: join(out, "cache") },
});
// Whoever keeps only the end of thousands of lines must still see what failed: TAP's failures are said once more, last.
const failed = [];
let failing = false;
createInterface({ input: child.stdout }).on("line", (line) => {
  process.stdout.write(`${line}\n`);
  if (/^\s*(not )?ok /.test(line)) failing = /^\s*not /.test(line) && !/# (SKIP|TODO)/.test(line);
  if (failing) failed.push(line);
  if (/^\s*\.\.\.$/.test(line)) failing = false;
});
child.on("close", (code) => {
  if (failed.length > 0) process.stdout.write(`\n# failed:\n${failed.map((line) => `# ${line}\n`).join("")}`);
  process.exitCode = code ?? 1;
});
