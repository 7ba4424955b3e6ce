// `npm run bench [filter]`: bundles bench/*.bench.ts and runs each by itself, one after the other.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { commandsPlugin } from "./commands-plugin.mjs";
import { commandIndex } from "./index-commands.mjs";

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
const out = join(root, "build", `bench-${process.pid}`);
mkdirSync(out, { recursive: true });
process.on("exit", () => rmSync(out, { recursive: true, force: true }));
await build({
  entryPoints: names.map((name) => join(root, "bench", name)),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  logLevel: "error",
  define: { PROJECT_ROOT: JSON.stringify(root) },
  plugins: [commandsPlugin(root, () => commandIndex(root))],
});
let failed = 0;
for (const name of names) {
  process.stdout.write(`\n## ${name.replace(".bench.ts", "")}\n\n`);
  const run = spawnSync(process.execPath, ["--enable-source-maps", join(out, name.replace(/\.ts$/, ".mjs"))], {
    stdio: "inherit",
  });
  if (run.status !== 0) failed++;
}
process.exit(failed > 0 ? 1 : 0);
