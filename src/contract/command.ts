import type * as z from "zod/mini";
import type { Ctx } from "./context.ts";
import type { Evidence } from "./outcome.ts";

/** What one command file says of itself. Flags, help, the MCP schema and the parse all come from `input`. */
export interface CommandDefinition<I extends z.ZodMiniObject, E extends z.ZodMiniObject> {
  /** One line: the tool description and the first line of --help. Says what it reports. */
  summary: string;
  /** Input keys that are positionals on the command line, in order. An array key takes the rest. */
  args: (keyof z.output<I> & string)[];
  /** A strict, flat object; every field described. */
  input: I;
  /**
   * The contract of the answer; golden answers are validated against it. No run needs it, so a large one can be a
   * function and costs no run the time to build it.
   */
  evidence: E | (() => E);
  /** Command lines without the leading `liquet`; each is executed by a test in the demo folder. */
  examples: string[];
  /** Longer help, after the flags. */
  notes?: string[];
  /** True when the command changes something of the caller's (files, records). */
  writes?: boolean;
  /**
   * Pure functions for `ctx.pool`: told what all pieces share, they give the function of one piece. Named by the caller,
   * who knows the types; data must survive being copied between threads.
   */
  tasks?: Record<string, (shared: never) => (piece: never) => unknown>;
  destructive?: boolean;
  openWorld?: boolean;
  /** The answer is about the moment or the machine: the same call may give other bytes. */
  volatile?: boolean;
  run(input: z.output<I>, ctx: Ctx): Promise<Evidence<z.output<E>>>;
  /** Plain lines for a person; colour is added in one place. */
  text(fields: z.output<E>): string[];
}

/** A command whose schema types are no longer known, as the surfaces handle it. */
export type Command = CommandDefinition<z.ZodMiniObject, z.ZodMiniObject>;

/** Declares a command: `export default command({...})` in commands/NAME.ts. Types only; returns its argument. */
export function command<I extends z.ZodMiniObject, E extends z.ZodMiniObject>(
  definition: CommandDefinition<I, E>,
): Command {
  return definition as unknown as Command;
}

/** The contract of a command's answer. */
export function evidenceSchema({ evidence }: Command): z.ZodMiniObject {
  return typeof evidence === "function" ? evidence() : evidence;
}
