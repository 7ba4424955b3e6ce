// Turns the commands/ tree into the module `liquet:commands`: the path is the name, one dynamic import each.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Every command file as {name: "switchback analyze", path}; sorted, so that builds are the same everywhere. */
export function commandFiles(root) {
  const dir = join(root, "commands");
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => ({ path, name: relative(dir, path).replace(/\.ts$/, "").split(sep).join(" ") }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The esbuild plugin. `index` (name → summary and flags) is known only after the first pass of the build. */
export function commandsPlugin(root, index = {}) {
  return {
    name: "liquet-commands",
    setup(build) {
      build.onResolve({ filter: /^liquet:commands$/ }, (args) => ({ path: args.path, namespace: "liquet" }));
      build.onResolve({ filter: /^liquet:(tools|version)$/ }, (args) => ({ path: args.path, namespace: "liquet" }));
      build.onLoad({ filter: /:tools$/, namespace: "liquet" }, () => ({
        contents: `export const tools = ${JSON.stringify(index)};`,
      }));
      build.onLoad({ filter: /:version$/, namespace: "liquet" }, () => ({
        contents: `export const version = ${JSON.stringify(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version)};`,
      }));
      build.onLoad({ filter: /:commands$/, namespace: "liquet" }, () => ({
        contents: `export const commands = {\n${commandFiles(root)
          .map(({ name, path }) => {
            const { summary = "", toolset = "process", writes = false } = index[name] ?? {};
            const facts = JSON.stringify({ summary, toolset, writes });
            return `  ${JSON.stringify(name)}: { ...${facts}, load: () => import(${JSON.stringify(path)}) },`;
          })
          .join("\n")}\n};\n`,
        resolveDir: root,
        loader: "js",
      }));
    },
  };
}
