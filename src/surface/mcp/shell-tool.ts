import { version } from "liquet:version";
import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { toJson } from "../../contract/json.ts";
import { BadCall } from "../../contract/outcome.ts";
import { parseInput } from "../../contract/parse.ts";
import type { World } from "../cli.ts";
import type { Tool } from "../tools.ts";
import type { CallResult } from "./core.ts";

const input = z.strictObject({
  command: field(
    z.string().check(z.minLength(1)),
    "Command line for the shell of the server's machine; no stdin, 120 s at most.",
  ),
});

/** Longest output of an answer: as much of its start and of its end. */
const HALF = 10_000;

const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input" });

/** The tool of a server that was started with --allow-shell. It is no command: on a terminal there is a shell already. */
export const SHELL: Tool = {
  command: "shell",
  name: "shell",
  description: "Run a command line on the server's machine, to see what is there or to install what is missing.",
  inputSchema: { ...inputSchema, type: "object" },
  annotations: { readOnlyHint: false, openWorldHint: true, destructiveHint: true, idempotentHint: false },
};

/** Runs the line and answers with its exit code and its output, the middle left out above 20,000 characters. */
export async function callShell(args: Record<string, unknown>, world: World, signal: AbortSignal): Promise<CallResult> {
  try {
    const { command } = parseInput(input, args);
    const { exit_code, ended_by, output } = await (await world.shell()).runShell(command, signal);
    const dropped = Math.max(0, output.length - 2 * HALF);
    const text = toJson({
      result_kind: "evidence",
      liquet_version: version,
      exit_code,
      ...(exit_code === null ? { exit_code_reason: `ended by ${ended_by}` } : {}),
      output:
        dropped === 0 ? output : `${output.slice(0, HALF)}\n[${dropped} characters left out]\n${output.slice(-HALF)}`,
      characters_dropped: dropped,
      call: { command: "shell", arguments: { command } },
      provenance: [],
    });
    return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) as Record<string, unknown> };
  } catch (error) {
    if (!(error instanceof BadCall)) throw error;
    return { content: [{ type: "text", text: `error: ${error.message}` }], isError: true };
  }
}
