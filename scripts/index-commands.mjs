// Loads every command file once and writes down what the index, the help and tools.json need of it.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { commandFiles } from "./commands-plugin.mjs";

/** name → {summary, toolset, writes, …, tool}: what is known of a command without importing it. */
export async function commandIndex(root) {
  const files = commandFiles(root);
  const out = join(root, "build", `index-${process.pid}`);
  mkdirSync(out, { recursive: true });
  try {
    const entry = `import { describeTool } from ${JSON.stringify(join(root, "src/surface/describe.ts"))};
${files.map(({ path }, i) => `import c${i} from ${JSON.stringify(path)};`).join("\n")}
export const index = {\n${files.map(({ name }, i) => `${JSON.stringify(name)}: describeTool(${JSON.stringify(name)}, c${i}),`).join("\n")}\n};`;
    const file = join(out, "index.mjs");
    await build({
      stdin: { contents: entry, resolveDir: root, loader: "ts" },
      outfile: file,
      bundle: true,
      format: "esm",
      platform: "node",
      packages: "external",
      logLevel: "error",
    });
    return (await import(pathToFileURL(file).href)).index;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
