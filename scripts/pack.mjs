// Turns the chunks of an esbuild build (ES modules, split) into the scripts that src/io/program.ts loads.
import { basename, dirname, posix, relative, sep } from "node:path";
import { transform } from "esbuild";

/**
 * Script name → text. A script is an object of modules, `({"name":function(require,module,exports,place){…},…})`, and
 * modules ask each other for "./SCRIPT/MODULE". Chunks that go together share a script, since opening one takes 0.1 ms
 * and a command of this program is cut into fifty: `main` holds what every call and --help need, `core` what commands share. Any
 * other chunk is a script of its own, called like the command.
 */
export async function packProgram({ outputFiles, metafile }, root) {
  const places = assignPlaces(metafile.outputs);
  const scripts = new Map();
  const bodies = outputFiles.map(async ({ path, text }) => {
    const output = relative(root, path).split(sep).join("/");
    return { ...places.get(output), body: await moduleBody(text, (id) => places.get(posix.join(dirname(output), id))) };
  });
  for (const { script, module, body } of await Promise.all(bodies)) {
    scripts.set(script, [...(scripts.get(script) ?? []), `${JSON.stringify(module)}:${body}`]);
  }
  return new Map([...scripts].map(([script, bodies]) => [script, `"use strict";({\n${bodies.join(",\n")}\n})\n`]));
}

/** One chunk as a function; the names of other chunks become their places. */
async function moduleBody(text, placeOf) {
  const { code } = await transform(text, {
    format: "cjs",
    platform: "node",
    target: "node20",
    minifyWhitespace: true,
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "place.url" },
  });
  // Plain ASCII (esbuild leaves other characters in regular expressions) is read without a look at every byte.
  const ascii = code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const placed = ascii.replace(/\brequire\("(\.\.?\/[^"]+)"\)/g, (_, id) => {
    const { script, module } = placeOf(id);
    return `require(${JSON.stringify(`./${script}/${module}`)})`;
  });
  // esbuild would copy every export into a second object; marking the first one is enough.
  const marked = placed.replace(
    /\bmodule\.exports=__toCommonJS\((\w+)\)/,
    'module.exports=Object.defineProperty($1,"__esModule",{value:true})',
  );
  return `function(require,module,exports,place){${marked.trim()}\n}`;
}

/** Output path → its script and its name there. */
function assignPlaces(outputs) {
  const paths = Object.keys(outputs);
  const commands = paths.filter((path) => outputs[path].entryPoint?.startsWith("liquet:liquet:command/"));
  const [main, work, help] = ["bin/main.ts", "bin/work.ts", "src/surface/help.ts"].map((source) =>
    paths.find((path) => outputs[path].entryPoint === source),
  );
  const everyCall = closure([main, help], outputs);
  const shared = closure([...commands, work], outputs);
  const places = new Map();
  const taken = new Set(["main", "core"]);
  for (const path of [...commands, ...paths.filter((path) => !commands.includes(path))]) {
    const name = basename(path, ".js");
    const isEntry = outputs[path].entryPoint !== undefined;
    if (everyCall.has(path)) places.set(path, { script: "main", module: name });
    else if (shared.has(path) && !isEntry) places.set(path, { script: "core", module: name });
    else {
      const plain = name.replace(/-[A-Z0-9]{8}$/, "").replaceAll(" ", "-");
      const script = isEntry && !taken.has(plain) ? plain : name;
      taken.add(script);
      places.set(path, { script, module: script });
    }
  }
  return places;
}

/** The outputs that are run before any of `paths` is. */
function closure(paths, outputs, found = new Set()) {
  for (const path of paths) {
    if (found.has(path)) continue;
    found.add(path);
    const imported = outputs[path].imports.filter(({ kind, external }) => kind === "import-statement" && !external);
    closure(
      imported.map(({ path }) => path),
      outputs,
      found,
    );
  }
  return found;
}
