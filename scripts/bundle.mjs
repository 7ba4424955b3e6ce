// Bundles the TypeScript files of a folder (tests, benches) as modules that Node runs.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { commandsPlugin } from "./commands-plugin.mjs";
import { componentsPlugin } from "./components-plugin.mjs";
import { commandIndex } from "./index-commands.mjs";
import { propertiesPlugin } from "./properties-plugin.mjs";

/** Bundles `names` of a folder of the project; returns the folder of the modules, which goes when this process ends. */
export async function bundle(root, folder, names) {
  const out = join(root, "build", `${folder}-${process.pid}`);
  mkdirSync(out, { recursive: true });
  process.on("exit", () => rmSync(out, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));
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
    plugins: [commandsPlugin(root, () => commandIndex(root)), componentsPlugin(root), propertiesPlugin],
  });
  return out;
}
