import { version } from "liquet:version";
import { answer } from "../contract/answer.ts";
import { asAsked } from "./as-asked.ts";
import type { World } from "./cli.ts";
import { parseFlags } from "./flags.ts";
import { openCtx } from "./invoke.ts";
import { progressBar } from "./progress.ts";
import { loadEntry } from "./registry.ts";
import { say } from "./say.ts";

/** Runs one command with the words after its name, prints the answer and returns the exit code. Throws BadCall. */
export async function runCommand(name: string, words: string[], world: World): Promise<number> {
  const entry = await loadEntry(name);
  const line = parseFlags(name, entry.command, entry.input, words);
  if (line.help !== null) {
    world.stdout(line.help);
    return 0;
  }
  const command = await asAsked(name, entry.command, line.raw);
  const bar = progressBar(world.stderr, () => world.now().getTime(), world.stderrIsTerminal);
  const ctx = openCtx(await world.loadCtx(), {
    version,
    stdin: world.stdin,
    roots: [],
    allowNetwork: true,
    allowWrite: true,
    signal: world.signal,
    hold: world.hold,
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
      world.stdout(result.json);
    } else if (result.status === 0) {
      await say(world, command.text(result.fields), world.stdout, world.stdoutIsTerminal && line.color);
    }
    return result.status;
  } finally {
    bar.clear();
  }
}
