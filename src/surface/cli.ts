import { version } from "liquet:version";
import { answer } from "../contract/answer.ts";
import { didYouMean } from "../contract/closest.ts";
import { toJson } from "../contract/json.ts";
import { BadCall } from "../contract/outcome.ts";
import { type CreateCtx, openCtx } from "./invoke.ts";
import { progressBar } from "./progress.ts";
import { commandNames, entryOf, loadCommand } from "./registry.ts";
import { SERVER_VERBS } from "./server-verbs.ts";

/** The process around a call, handed in by bin/ so that tests can be the process. */
export interface World {
  stdout(text: string): void;
  stderr(text: string): void;
  stdin: NodeJS.ReadableStream;
  stdoutIsTerminal: boolean;
  stderrIsTerminal: boolean;
  env: Record<string, string | undefined>;
  now(): Date;
  signal: AbortSignal;
  createCtx: CreateCtx;
  workerEntry: URL;
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
  if (Object.hasOwn(SERVER_VERBS, name)) return SERVER_VERBS[name].run([...leading, ...rest], world);
  const command = await loadCommand(name);
  const { parseFlags } = await import("./flags.ts");
  const line = parseFlags(name, command, [...leading, ...rest]);
  if (line.help !== null) {
    world.stdout(line.help);
    return 0;
  }
  const bar = progressBar(world.stderr, () => world.now().getTime(), world.stderrIsTerminal);
  const ctx = openCtx(world.createCtx, {
    version,
    stdin: world.stdin,
    roots: [],
    allowWrite: true,
    allowNetwork: true,
    signal: world.signal,
    env: line.store === null ? world.env : { ...world.env, LIQUET_STORE: line.store },
    now: world.now,
    workerEntry: world.workerEntry,
    progress: bar.update,
    log: (message) => {
      bar.clear();
      world.stderr(`${message}\n`);
    },
  });
  try {
    const result = await answer(name, command, line.raw, ctx);
    bar.clear();
    if (result.status !== 0) await say(world, [result.line], world.stderr, world.stderrIsTerminal && line.color);
    if (line.json) {
      if (result.document) world.stdout(toJson(result.document));
    } else if (result.status === 0) {
      await say(world, command.text(result.fields), world.stdout, world.stdoutIsTerminal && line.color);
    }
    return result.status;
  } finally {
    bar.clear();
  }
}

async function say(world: World, lines: string[], write: (text: string) => void, terminal: boolean): Promise<void> {
  const plain = !terminal || (world.env.NO_COLOR ?? "") !== "" || world.env.TERM === "dumb";
  const shown = plain ? lines : await (await import("./colour.ts")).colourLines(lines);
  write(shown.length > 0 ? `${shown.join("\n")}\n` : "");
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
