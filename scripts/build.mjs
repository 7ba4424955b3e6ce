// Builds dist/: the program cut into scripts, what starts it, tools.json. `node scripts/build.mjs`.
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { commandsPlugin } from "./commands-plugin.mjs";
import { componentsPlugin } from "./components-plugin.mjs";
import { commandIndex } from "./index-commands.mjs";
import { leanPackagesPlugin } from "./lean-packages-plugin.mjs";
import { bundledLicences } from "./licences.mjs";
import { packProgram } from "./pack.mjs";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const staged = join(root, "build", `dist-${process.pid}`);
const index = await commandIndex(root);
const common = {
  absWorkingDir: root,
  outdir: "dist",
  bundle: true,
  // Names stay, so that the stack of a bug says something.
  minifySyntax: true,
  minifyWhitespace: true,
  platform: "node",
  target: "node20",
  legalComments: "none",
  logLevel: "error",
  write: false,
};
const program = await build({
  ...common,
  entryPoints: { main: "bin/main.ts", work: "bin/work.ts", job: "bin/job.ts", query: "bin/query.ts" },
  splitting: true,
  format: "esm",
  metafile: true,
  // Native packages stay outside: they are optional and are imported when a command needs them.
  external: Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).optionalDependencies ?? {}),
  plugins: [leanPackagesPlugin(root), commandsPlugin(root, async () => index), componentsPlugin(root)],
});
const scripts = await packProgram(program, root);
const digest = createHash("sha256");
mkdirSync(join(staged, "program"), { recursive: true });
for (const [name, text] of scripts) {
  writeFileSync(join(staged, "program", `${name}.js`), text);
  digest.update(text);
}
const starters = await build({
  ...common,
  entryPoints: { liquet: "bin/liquet.ts", "liquet-mcp": "bin/liquet-mcp.ts", worker: "bin/worker.ts" },
  format: "cjs",
  banner: { js: "#!/usr/bin/env node" },
  define: { BUILD: JSON.stringify(digest.digest("hex").slice(0, 16)) },
});
for (const { path, contents } of starters.outputFiles)
  writeFileSync(path.replace(join(root, "dist"), staged), contents);
writeFileSync(join(staged, "package.json"), '{ "type": "commonjs" }\n');
writeFileSync(join(staged, "tools.json"), `${JSON.stringify(index, null, 1)}\n`);
writeFileSync(join(staged, "THIRD-PARTY-LICENSES.txt"), bundledLicences(root, program.metafile));
for (const name of ["liquet.js", "liquet-mcp.js"]) chmodSync(join(staged, name), 0o755);
// Swapped in whole, so that a run beside the build never sees half a dist.
const old = join(root, "build", `old-${process.pid}`);
mkdirSync(join(root, "build"), { recursive: true });
try {
  renameSync(join(root, "dist"), old);
} catch (error) {
  if (error.code !== "ENOENT") throw error;
}
renameSync(staged, join(root, "dist"));
rmSync(old, { recursive: true, force: true });
