import { version } from "liquet:version";
import { answer } from "../contract/answer.ts";
import { didYouMean } from "../contract/closest.ts";
import type { Command } from "../contract/command.ts";
import type { Ctx } from "../contract/context.ts";
import { isWritingField } from "../contract/field.ts";
import { BadCall, refusal } from "../contract/outcome.ts";
import type { World } from "./cli.ts";
import { commandNames, entryOf, loadCommand } from "./registry.ts";

/** How a surface asks for the world below it. */
export type CreateCtx = (options: CtxOptions & { invoke: Ctx["invoke"] }) => Ctx;

export interface CtxOptions {
  version: string;
  /** Null: `-` is a bad call on this surface. */
  stdin: (() => NodeJS.ReadableStream) | null;
  /** Folders that paths must lie in; empty: anywhere. */
  roots: string[];
  /** URLs and database servers may be asked; otherwise such a source is a bad call. */
  allowNetwork?: boolean;
  /** Files of the caller's may be written by a job. */
  allowWrite?: boolean;
  signal: AbortSignal;
  /** See `World`. */
  hold?(): () => Promise<void>;
  env: Record<string, string | undefined>;
  now(): Date;
  progress(done: number, total: number, label: string): void;
  log(message: string): void;
  ask?: Ctx["ask"];
  sample?: Ctx["sample"];
  /** The module that a worker thread starts with. */
  workerEntry(): URL;
}

/** Makes the context of one call; commands that it invokes get contexts of their own from the same options. */
export function openCtx(createCtx: CreateCtx, options: CtxOptions): Ctx {
  return createCtx({
    ...options,
    async invoke(name, args) {
      if (!entryOf(name)) throw new BadCall(`unknown command '${name}'${didYouMean(name, commandNames())}`);
      const command = await loadCommand(name);
      refuseWriting(name, command, args);
      const result = await answer(name, command, args, openCtx(createCtx, options));
      if (result.status === 2) throw new BadCall(result.line.replace(/^error: /, ""));
      return result.document;
    },
  });
}

/** The context of a reading that is nobody's call: it tells of no progress and logs nothing. */
export async function quietCtx(
  { loadCtx, now, workerEntry }: World,
  own: Pick<CtxOptions, "env" | "roots" | "signal">,
): Promise<Ctx> {
  const nothing = () => {};
  const outside = { version, stdin: null, now, workerEntry, progress: nothing, log: nothing };
  return openCtx(await loadCtx(), { ...outside, ...own });
}

/** A command that runs another only ever reads: a replay must not write over what the first call wrote. */
function refuseWriting(name: string, command: Command, args: Record<string, unknown>): void {
  const written = Object.keys(args).filter((key) => isWritingField(command.input.shape[key]) && args[key] !== false);
  if (!command.writes && written.length === 0) return;
  const what = command.writes ? `'${name}' writes` : `'${name}' writes through ${written.join(", ")}`;
  throw refusal("GatedCall", `${what}, and a call that is run by another never does; run it by itself`, {
    check: "call_reads_only",
    observed: command.writes ? [name] : written,
    required: [],
    remedy: `run liquet ${name} by itself`,
  });
}
