import { version } from "liquet:version";
import { answer } from "../contract/answer.ts";
import type { PoolTask, Unit, UnitResult } from "../contract/context.ts";
import { isWritingField } from "../contract/field.ts";
import { Refusal, type RefusalDetails } from "../contract/outcome.ts";
import type { RefusalName } from "../contract/refusals.ts";
import { type CreateCtx, openCtx } from "./invoke.ts";
import { entryOf, loadCommand } from "./registry.ts";

/** The process of a worker: no terminal, no stdin, nobody to report progress to. */
export interface UnitWorld {
  createCtx: CreateCtx;
  roots: string[];
  env: Record<string, string | undefined>;
  now(): Date;
  workerEntry(): URL;
}

/** Runs one unit of a run: a pure function of the unit and the files it names. */
export async function runUnit(unit: Unit, world: UnitWorld): Promise<UnitResult> {
  if (!entryOf(unit.command)) throw new Error(`no command '${unit.command}'`);
  const command = await loadCommand(unit.command);
  const writing = Object.keys(unit.arguments).find((key) => isWritingField(command.input.shape[key]));
  if (command.writes || writing !== undefined)
    return wrong(`${writing ?? unit.command} writes a file, and a unit only reads`);
  const ctx = openCtx(world.createCtx, {
    version,
    stdin: null,
    roots: world.roots,
    signal: new AbortController().signal,
    env: world.env,
    now: world.now,
    workerEntry: world.workerEntry,
    progress: () => {},
    log: () => {},
  });
  const result = await answer(unit.command, command, unit.arguments, ctx);
  if (result.status === 0)
    return { status: 0, document: result.document, text: command.text(result.fields), line: null };
  return { status: result.status, document: result.document, text: [], line: result.line };
}

/** What a piece came to. */
type PieceReply = { result: unknown } | { refused: { name: RefusalName; cause: string; details: RefusalDetails } };

/** The function of one piece of a pool's task, told what all pieces share. */
export async function loadTask({ command, task, shared }: PoolTask): Promise<(piece: unknown) => Promise<PieceReply>> {
  const { tasks = {} } = await loadCommand(command);
  if (!Object.hasOwn(tasks, task)) throw new Error(`no task '${task}' of '${command}'`);
  // The caller names the task whose types it gives and takes.
  const run = (tasks[task] as (shared: unknown) => (piece: unknown) => unknown)(shared);
  return async (piece) => {
    try {
      return { result: await run(piece) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { refused: { name: error.name, cause: error.message, details: error.details } };
    }
  };
}

function wrong(message: string): UnitResult {
  return { status: 2, document: null, text: [], line: `error: ${message}` };
}
