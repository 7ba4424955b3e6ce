import { join } from "node:path";
import { build } from "esbuild";
import { commandsPlugin } from "./commands-plugin.mjs";
import { commandIndex } from "./index-commands.mjs";

/** Bundles TypeScript files of a folder of the project (tests, benches) into `out`; returns the modules, in order. */
export async function bundleModules(root, folder, names, out) {
  await build({
    entryPoints: names.map((name) => join(root, folder, name)),
    outbase: join(root, folder),
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
  return names.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
}
