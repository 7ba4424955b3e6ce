// Builds dist/: one chunk a command, the generated index, tools.json. `node scripts/build.mjs`.
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { commandsPlugin } from "./commands-plugin.mjs";
import { commandIndex } from "./index-commands.mjs";
import { bundledLicences } from "./licences.mjs";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const staged = join(root, "build", `dist-${process.pid}`);
const index = await commandIndex(root);
const result = await build({
  entryPoints: {
    liquet: join(root, "bin/liquet.ts"),
    "liquet-mcp": join(root, "bin/liquet-mcp.ts"),
    worker: join(root, "bin/worker.ts"),
  },
  outdir: staged,
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  keepNames: true,
  format: "esm",
  platform: "node",
  target: "node20",
  metafile: true,
  // Native packages stay outside: they are optional and are imported when a command needs them.
  external: Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).optionalDependencies ?? {}),
  logLevel: "error",
  legalComments: "none",
  banner: {
    js: "#!/usr/bin/env node\nimport{createRequire as __liquetRequire}from'node:module';const require=__liquetRequire(import.meta.url);",
  },
  plugins: [commandsPlugin(root, async () => index)],
});
writeFileSync(join(staged, "tools.json"), `${JSON.stringify(index, null, 1)}\n`);
writeFileSync(join(staged, "THIRD-PARTY-LICENSES.txt"), bundledLicences(root, result.metafile));
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
