import { version } from "liquet:version";
import { didYouMean } from "../contract/closest.ts";
import { BadCall } from "../contract/outcome.ts";
import type { CreateCtx } from "./invoke.ts";
import { commandNames, entryOf } from "./registry.ts";
import { say } from "./say.ts";
import { SERVER_VERBS } from "./server-verbs.ts";

/**
 * The process around a call, handed in by bin/ so that tests can be the process. What takes time to open is a function
 * and is called when it is needed.
 */
export interface World {
  stdout(text: string): void;
  stderr(text: string): void;
  stdin(): NodeJS.ReadableStream;
  stdoutIsTerminal: boolean;
  stderrIsTerminal: boolean;
  env: Record<string, string | undefined>;
  now(): Date;
  signal: AbortSignal;
  /** Has signals abort `signal` instead of ending the process on the spot; see src/io/signals.ts. Absent where none come. */
  hold?(): () => Promise<void>;
  loadCtx(): Promise<CreateCtx>;
  workerEntry(): URL;
  files(): Promise<ServerFiles>;
  shell(): Promise<Shell>;
}

/** Runs a command line of the machine's shell; see src/io/shell.ts. */
export interface Shell {
  runShell(
    command: string,
    signal: AbortSignal,
  ): Promise<{ exit_code: number | null; ended_by: string | null; output: string }>;
}

/** The files that the server verbs read and write for themselves; see src/io/server-files.ts. */
export interface ServerFiles {
  readSmallText(path: string): string;
  readSecretText(path: string): string;
  writeSecretText(path: string, text: string): void;
  writePublicText(path: string, text: string): Promise<void>;
  requireRoots(roots: string[]): void;
  requireStoreOutside(env: World["env"], roots: string[]): void;
  storePart(env: World["env"], part: string): string;
  watchRecords(env: World["env"], changed: () => void): Promise<() => void>;
}

/** Runs one command line and returns the exit code: 0 evidence, 3 refusal, 2 bad call, 130 cancelled, 1 our bug. */
export async function main(argv: string[], world: World): Promise<number> {
  try {
    return await run(argv, world);
  } catch (error) {
    if (world.signal.aborted) return 130;
    if (error instanceof BadCall) {
      await say(world, [`error: ${error.message}`], world.stderr, world.stderrIsTerminal);
      return 2;
    }
    world.stderr(`liquet ${version}: internal error, please report it\n${(error as Error)?.stack ?? String(error)}\n`);
    return 1;
  }
}

async function run(argv: string[], world: World): Promise<number> {
  const { leading, name, rest } = splitCommand(argv);
  if (name === null) return withoutCommand(leading, rest, world);
  if (Object.hasOwn(SERVER_VERBS, name)) {
    world.hold?.();
    return SERVER_VERBS[name].run([...leading, ...rest], world);
  }
  const { runCommand } = await import("./run-command.ts");
  return runCommand(name, [...leading, ...rest], world);
}

/** Finds the longest command name at the start; `--json`, `--no-color` and `--store DIR` may stand before it. */
function splitCommand(argv: string[]): { leading: string[]; name: string | null; rest: string[] } {
  let i = 0;
  while (i < argv.length && /^--(json|no-color|store|store=.*)$/.test(argv[i])) i += argv[i] === "--store" ? 2 : 1;
  const leading = argv.slice(0, i);
  for (const length of [2, 1]) {
    const name = argv.slice(i, i + length).join(" ");
    if (argv.length - i >= length && (entryOf(name) || Object.hasOwn(SERVER_VERBS, name))) {
      return { leading, name, rest: argv.slice(i + length) };
    }
  }
  return { leading, name: null, rest: argv.slice(i) };
}

async function withoutCommand(_leading: string[], words: string[], world: World): Promise<number> {
  const { overview } = await import("./help.ts");
  const [first, second] = words;
  if (first === "--version" || first === "-V") {
    world.stdout(`liquet ${version}\n`);
    return 0;
  }
  if (first === "--help" || first === "-h" || (first === "help" && second === undefined)) {
    world.stdout(overview());
    return 0;
  }
  if (first === undefined) {
    world.stderr(overview());
    return 2;
  }
  if (first === "help") return main([...words.slice(1), "--help"], world);
  const nested = commandNames().filter((name) => name.startsWith(`${first} `));
  if (nested.length > 0) {
    const asked = second === undefined || second === "--help" || second === "-h";
    if (!asked)
      throw new BadCall(
        `unknown command '${first} ${second}'${didYouMean(`${first} ${second}`, nested)}; see 'liquet ${first} --help'`,
      );
    (second === undefined ? world.stderr : world.stdout)(overview(first));
    return second === undefined ? 2 : 0;
  }
  if (first.startsWith("-")) throw new BadCall(`unknown option '${first}'; see 'liquet --help'`);
  const known = [...commandNames(), ...Object.keys(SERVER_VERBS)];
  throw new BadCall(`unknown command '${first}'${didYouMean(first, known)}; see 'liquet --help'`);
}
