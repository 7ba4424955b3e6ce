// Loads every command file once and writes down what the index, the help and tools.json need of it.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { commandFiles } from "./commands-plugin.mjs";

/** name → {summary, toolset, writes, …}: what is known of a command without importing it. */
export async function commandIndex(root) {
  const files = commandFiles(root);
  const entry = `import { describeTool } from ${JSON.stringify(join(root, "src/surface/describe.ts"))};
${files.map(({ path }, i) => `import c${i} from ${JSON.stringify(path)};`).join("\n")}
export const index = {\n${files.map(({ name }, i) => `${JSON.stringify(name)}: describeTool(${JSON.stringify(name)}, c${i}),`).join("\n")}\n};`;
  return (await evaluate(root, entry)).index;
}

/** The exports of one source file of the project. */
export async function loadModule(root, path) {
  return evaluate(root, `export * from ${JSON.stringify(join(root, path))};`);
}

let evaluated = 0;
/** The exports of a module whose text is `contents`, bundled from the sources. */
export async function evaluate(root, contents) {
  const out = join(root, "build", `eval-${process.pid}-${++evaluated}`);
  mkdirSync(out, { recursive: true });
  try {
    const outfile = join(out, "module.mjs");
    await build({
      stdin: { contents, resolveDir: root, loader: "ts" },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      packages: "external",
      // Only what runs asks for these.
      external: ["liquet:*"],
      logLevel: "error",
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
