import { join } from "node:path";
import { type CodeCache, readCodeCache, writeCodeCache } from "../src/io/code-cache.ts";
import { hasScript, openProgram } from "../src/io/program.ts";
import { userCacheFolder } from "../src/io/user-folders.ts";

/** A digest of the program's scripts, written in by the build. */
declare const BUILD: string;

/**
 * Starts the built program (dist/program/) at one of its entries. This file is built as CommonJS, for two reasons: the
 * machinery of ES modules takes 4 ms to start, and what V8 compiled can be kept only for scripts, which saves 27 of the
 * 55 ms that `liquet profile` then takes more than a bare node. It is kept in the user's cache folder, one file a
 * command, written when the first run has answered; LIQUET_NO_CODE_CACHE=1 goes without. Once no supported Node is
 * older than 22, `module.enableCompileCache()` can take the place of src/io/code-cache.ts.
 */
export function start(entry: "main" | "work" | "job" | "query"): void {
  const folder = join(__dirname, "program");
  const cache = entry === "main" ? commandCache(folder) : null;
  const program = openProgram(folder, cache ? readCodeCache(cache) : new Map(), require);
  if (cache) {
    process.on("exit", () => {
      if (program.complete()) return;
      // The answer is out and this takes a moment: no signal leaves half a file now.
      for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
      writeCodeCache(cache, program.compiled);
    });
  }
  program.run(entry);
}

/** The cache of the command that the words name; null where there is none, as for --help, which is fast without. */
function commandCache(folder: string): CodeCache | null {
  const { argv, env, execArgv, version, arch } = process;
  if ((env.LIQUET_NO_CODE_CACHE ?? "") !== "") return null;
  const words = argv.slice(2).filter((word) => !word.startsWith("-"));
  const name = [words.slice(0, 2).join("-"), words[0] ?? ""].find((name) => hasScript(folder, name));
  if (name === undefined) return null;
  // Loaded here, as --help needs none of it; absent before Node 20.15.
  const { crc32 } = require("node:zlib") as { crc32?: CodeCache["crc32"] };
  if (crc32 === undefined) return null;
  // Flags change what V8 compiles.
  const identity = [BUILD, version, arch, ...execArgv, env.NODE_OPTIONS ?? ""].join(" ");
  return { path: join(userCacheFolder(env), "code", `${name}.bin`), identity, crc32 };
}
