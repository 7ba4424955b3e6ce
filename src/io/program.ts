import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import type { CompiledCode } from "./code-cache.ts";

/** The body of a CommonJS module; `place` stands in for `import.meta`. */
type ModuleBody = (require: (id: string) => unknown, module: Module, exports: unknown, place: { url: string }) => void;

interface Module {
  exports: unknown;
}

/** The built program: scripts that each hold some modules, compiled and run when the first of them is asked for. */
export interface Program {
  /** Runs the module of a script that is called like it, and what it requires. */
  run(script: string): void;
  /** True when every script so far was compiled beforehand. */
  complete(): boolean;
  /** What was known, and the code of the scripts so far with every function that has been compiled. */
  compiled(): CompiledCode;
}

/** True when the program has a script of that name; only plain words are names. */
export function hasScript(folder: string, name: string): boolean {
  return /^[a-z-]+$/.test(name) && existsSync(join(folder, `${name}.js`));
}

/**
 * Opens the program in a folder that scripts/pack.mjs wrote. Modules ask each other for `./SCRIPT/MODULE`; any other
 * name is Node's, by `nodeRequire`. Code in `known` is taken instead of compiling; V8 rejects what another engine or
 * other flags made, and the script is then compiled as usual.
 */
export function openProgram(folder: string, known: CompiledCode, nodeRequire: (id: string) => unknown): Program {
  const scripts = new Map<string, Script>();
  const bodies = new Map<string, Record<string, ModuleBody>>();
  const modules = new Map<string, Module>();
  let complete = true;

  const open = (name: string) => {
    const filename = join(folder, `${name}.js`);
    const cachedData = known.get(name);
    // scripts/pack.mjs writes ASCII alone.
    const script = new Script(readFileSync(filename, "latin1"), { filename, cachedData: cachedData as Buffer });
    if (cachedData === undefined || script.cachedDataRejected) complete = false;
    scripts.set(name, script);
    const opened = script.runInThisContext() as Record<string, ModuleBody>;
    bodies.set(name, opened);
    return opened;
  };

  const require = (id: string): unknown => {
    if (!id.startsWith("./")) return nodeRequire(id);
    const known = modules.get(id);
    if (known) return known.exports;
    const [, script, name] = id.split("/");
    const module: Module = { exports: {} };
    modules.set(id, module);
    const place = {
      get url() {
        return pathToFileURL(join(folder, `${script}.js`)).href;
      },
    };
    (bodies.get(script) ?? open(script))[name](require, module, module.exports, place);
    return module.exports;
  };

  return {
    run: (script) => void require(`./${script}/${script}`),
    complete: () => complete,
    compiled: () => new Map([...known, ...[...scripts].map(([name, s]) => [name, s.createCachedData()] as const)]),
  };
}
