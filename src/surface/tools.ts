import { version } from "liquet:version";
import { type Answer, answer } from "../contract/answer.ts";
import type { Ctx } from "../contract/context.ts";
import { isWritingField } from "../contract/field.ts";
import { type Abilities, type Need, NeedInput, participation, type Replies } from "../contract/need.ts";
import { asAsked } from "./as-asked.ts";
import type { World } from "./cli.ts";
import type { CommandFacts, JsonSchema } from "./describe.ts";
import { openCtx } from "./invoke.ts";
import { loadCommand, toolName } from "./registry.ts";

/** A tool as a client sees it, and the command behind it. */
export interface Tool {
  command: string;
  name: string;
  description: string;
  inputSchema: { type: "object"; [key: string]: unknown };
  /** The protocol gives the destructive and idempotent hints a meaning for tools that write, and only for them. */
  annotations: { readOnlyHint: boolean; openWorldHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean };
}

/** The tools of a server: commands and fields that write only where writing is allowed. */
export function listTools(
  facts: Record<string, CommandFacts>,
  { toolsets, allowWrite }: { toolsets: string[] | null; allowWrite: boolean },
): Tool[] {
  return Object.entries(facts)
    .filter(([, { writes, toolset }]) => (allowWrite || !writes) && (toolsets === null || toolsets.includes(toolset)))
    .map(([command, { summary, input, writes, destructive, openWorld }]) => ({
      command,
      name: toolName(command),
      description: summary,
      inputSchema: { ...(allowWrite ? input : withoutWriting(input)), type: "object" as const },
      annotations: {
        readOnlyHint: !writes,
        openWorldHint: openWorld,
        ...(writes ? { destructiveHint: destructive, idempotentHint: false } : {}),
      },
    }));
}

/** Whether this call of a tool changes something of the caller's: all of it does, or a field that is given does. */
export function mayWrite({ annotations, inputSchema }: Tool, args: Record<string, unknown>): boolean {
  const properties = (inputSchema as JsonSchema).properties ?? {};
  return (
    !annotations.readOnlyHint ||
    Object.keys(args).some((key) => Object.hasOwn(properties, key) && properties[key].writes)
  );
}

function withoutWriting(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).filter(([, property]) => !property.writes);
  return { ...schema, properties: Object.fromEntries(properties) };
}

export interface ToolOptions {
  roots: string[];
  allowWrite: boolean;
  allowNetwork: boolean;
  /** Folder of the store for this call; null or absent: the usual one. */
  store?: string | null;
  signal: AbortSignal;
  progress(done: number, total: number, label: string): void;
  /** A line for the client's log; it also stands in the server's own. */
  log?(line: string): void;
  /** What the client can be asked for, by default nothing, and what it answered so far. */
  abilities?: Abilities;
  replies?: Replies;
}

/** A tool result: text is the CLI's bytes; a bad call is an error without structured content. */
export interface ToolResult {
  /** The text; pictures follow it. */
  content: ({ type: "text"; text: string } | { type: "image"; data: string; mimeType: string })[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  /** What the call cannot go on without; there is no content then, and the call is made again with the reply. */
  need?: Need;
}

/** Calls one command for a client, with exactly the parse, the defaults and the bytes of the terminal. */
export async function callTool(
  name: string,
  args: Record<string, unknown>,
  world: Pick<World, "env" | "now" | "stderr" | "loadCtx" | "workerEntry">,
  options: ToolOptions,
): Promise<ToolResult> {
  const command = await asAsked(name, await loadCommand(name), args);
  if (!options.allowWrite) {
    const gated = Object.keys(args).find(
      (key) => Object.hasOwn(command.input.shape, key) && isWritingField(command.input.shape[key]),
    );
    if (gated !== undefined)
      return failure(`error: ${gated}: writing is not allowed on this server; start it with --allow-write`);
  }
  const ctx = openCtx(await world.loadCtx(), {
    version,
    stdin: null,
    env: inStore(world.env, options.store),
    now: world.now,
    workerEntry: world.workerEntry,
    ...options,
    ...participation(options.abilities ?? { question: false, writing: false }, options.replies ?? {}),
    log(message) {
      world.stderr(`${message}\n`);
      options.log?.(message);
    },
  });
  try {
    return shown(await answer(name, command, args, ctx), ctx);
  } catch (error) {
    if (error instanceof NeedInput) return { content: [], need: error.need };
    throw error;
  }
}

/** The environment of a call, whose store may be another one. */
export function inStore(env: World["env"], store: string | null | undefined): World["env"] {
  return store == null ? env : { ...env, LIQUET_STORE: store };
}

/** Bytes of text and data together; clients give up a connection over whose one line is longer than 10 MiB. */
const MOST_BYTES = 8 * 1024 * 1024;

function shown(result: Answer, ctx: Ctx): ToolResult {
  if (result.status === 2) return failure(result.line);
  // It travels twice, once as data and once as text with its quotation marks escaped.
  const bytes = Buffer.byteLength(result.json) + Buffer.byteLength(JSON.stringify(result.json));
  if (bytes > MOST_BYTES)
    return failure(
      `error: the answer takes ${bytes} bytes and a client takes at most ${MOST_BYTES}; ask for fewer rows, arms or points, or for a file`,
    );
  const images = ctx.attached().map(({ mime, bytes }) => ({
    type: "image" as const,
    data: Buffer.from(bytes).toString("base64"),
    mimeType: mime,
  }));
  return {
    content: [{ type: "text", text: result.json }, ...images],
    structuredContent: JSON.parse(result.json) as Record<string, unknown>,
  };
}

function failure(line: string): ToolResult {
  return { content: [{ type: "text", text: line }], isError: true };
}
