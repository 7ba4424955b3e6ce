// Runs the evals: questions in plain words, the tool calls that they should lead to, and values that the answers must
// hold. `npm run evals` checks the recorded calls against the built program, offline;
// `npm run evals -- --live --base-url URL --model NAME` lets a model choose the calls.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
if (!existsSync(join(root, "dist/liquet-mcp.js"))) {
  process.stderr.write("dist/ is not built: npm run build\n");
  process.exit(2);
}
const out = await bundle(root, "test", ["evals/main.ts"]);
const program = [join(out, "evals/main.mjs"), ...process.argv.slice(2)];
const child = spawn(process.execPath, ["--enable-source-maps", ...program], { stdio: "inherit" });
process.exitCode = await new Promise((done) => child.once("exit", (code) => done(code ?? 1)));
