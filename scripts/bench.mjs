// `npm run bench [filter]`: bundles bench/*.bench.ts and runs each by itself, one after the other.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const filters = process.argv.slice(2);
const names = readdirSync(join(root, "bench"))
  .filter(
    (name) => name.endsWith(".bench.ts") && (filters.length === 0 || filters.some((filter) => name.includes(filter))),
  )
  .sort();
if (names.length === 0) {
  process.stderr.write(`no bench matches ${filters.join(", ")}\n`);
  process.exit(2);
}
if (spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" }).status !== 0) process.exit(1);
const out = await bundle(root, "bench", names);
let failed = 0;
for (const name of names) {
  process.stdout.write(`\n## ${name.replace(".bench.ts", "")}\n\n`);
  const run = spawnSync(process.execPath, ["--enable-source-maps", join(out, name.replace(/\.ts$/, ".mjs"))], {
    stdio: "inherit",
  });
  if (run.status !== 0) failed++;
}
process.exit(failed > 0 ? 1 : 0);
