// Turns the commands/ tree into the module `liquet:commands`: the path is the name, one dynamic import each, which
// brings the command together with the JSON Schema of its input, so that no run has to derive it.
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

/**
 * The esbuild plugin. `readIndex` (name → summary, flags, schemas) loads every command, so it is called only for a
 * bundle that asks for it: a test of pure functions does not wait for it.
 */
export function commandsPlugin(root, readIndex) {
  let reading;
  const index = () => (reading ??= readIndex());
  return {
    name: "liquet-commands",
    setup(build) {
      build.onResolve({ filter: /^liquet:(commands|tools|version|command\/.*)$/ }, ({ path }) => ({
        path,
        namespace: "liquet",
      }));
      build.onLoad({ filter: /:tools$/, namespace: "liquet" }, async () => ({
        contents: `export const tools = ${JSON.stringify(await index())};`,
      }));
      build.onLoad({ filter: /:version$/, namespace: "liquet" }, () => ({
        contents: `export const version = ${JSON.stringify(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version)};`,
      }));
      build.onLoad({ filter: /:commands$/, namespace: "liquet" }, async () => {
        const facts = await index();
        const entries = commandFiles(root).map(({ name }) => {
          const { summary, toolset, writes } = facts[name];
          return `  ${JSON.stringify(name)}: { ...${JSON.stringify({ summary, toolset, writes })}, load: () => import(${JSON.stringify(`liquet:command/${name}`)}) },`;
        });
        return { contents: `export const commands = {\n${entries.join("\n")}\n};\n` };
      });
      build.onLoad({ filter: /:command\//, namespace: "liquet" }, async ({ path }) => {
        const name = path.slice("liquet:command/".length);
        const file = join(root, "commands", `${name.replaceAll(" ", "/")}.ts`);
        const input = JSON.stringify((await index())[name].input);
        return {
          contents: `export { default } from ${JSON.stringify(file)};\nexport const input = ${input};\n`,
          resolveDir: root,
        };
      });
    },
  };
}
