// Turns the component folders of src/forecast into the module `liquet:components`: what each component says of itself,
// and one dynamic import each. The folder says what a file is; the file says its name.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { evaluate } from "./index-commands.mjs";

const FOLDERS = [
  "forecasters",
  "transformers",
  "splitters",
  "metrics",
  "detectors",
  "param-est",
  "aligners",
  "classifiers",
  "clusterers",
];

/** Paths of the component files, sorted. */
export function componentFiles(root) {
  return FOLDERS.map((folder) => join(root, "src/forecast", folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".ts"))
        .sort()
        .map((name) => join(folder, name)),
    );
}

/** The esbuild plugin. The components are loaded only for a bundle that asks for them. */
export function componentsPlugin(root) {
  return {
    name: "liquet-components",
    setup(build) {
      build.onResolve({ filter: /^liquet:components$/ }, ({ path }) => ({ path, namespace: "liquet-components" }));
      build.onLoad({ filter: /./, namespace: "liquet-components" }, async () => {
        const files = componentFiles(root);
        const facts = await factsOf(root, files);
        const entries = files.map(
          (file, i) => `{ facts: ${JSON.stringify(facts[i])}, load: () => import(${JSON.stringify(file)}) }`,
        );
        return { contents: `export const components = [\n${entries.join(",\n")}\n];\n`, resolveDir: root };
      });
    },
  };
}

async function factsOf(root, files) {
  const entry = `import { describeComponent } from ${JSON.stringify(join(root, "src/forecast/describe-component.ts"))};
${files.map((path, i) => `import c${i} from ${JSON.stringify(path)};`).join("\n")}
export const facts = [${files.map((_, i) => `describeComponent(c${i})`).join(", ")}];`;
  return (await evaluate(root, entry)).facts;
}
