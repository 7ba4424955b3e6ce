import type { Command } from "./command.ts";
import type { Ctx } from "./context.ts";
import { isMachineField } from "./field.ts";
import { BadCall, Refusal } from "./outcome.ts";
import { parseInput } from "./parse.ts";

/** One finished call. `status` is the exit code; `line` is the one line that a refusal or a bad call shows a person. */
export type Answer =
  | { status: 0; document: Record<string, unknown>; fields: Record<string, unknown> }
  | { status: 3; document: Record<string, unknown>; line: string }
  | { status: 2; document: null; line: string };

/**
 * Runs one command and wraps what it found: the envelope (`result_kind`, version, `call`, `provenance`) is added here
 * and nowhere else. Whatever is neither evidence, refusal nor bad call is our bug and is thrown on.
 */
export async function answer(name: string, command: Command, raw: Record<string, unknown>, ctx: Ctx): Promise<Answer> {
  try {
    const input = parseInput(command.input, raw);
    const { fields } = await command.run(input, ctx);
    const shown: Record<string, unknown> = { ...input, ...ctx.echoed() };
    const { shape } = command.input;
    const kept = Object.keys(shape).filter((key) => shown[key] !== undefined && !isMachineField(shape[key]));
    const call = { command: name, arguments: Object.fromEntries(kept.map((key) => [key, shown[key]])) };
    const document = {
      result_kind: "evidence",
      liquet_version: ctx.version,
      ...fields,
      call,
      provenance: ctx.provenance(),
    };
    return { status: 0, document, fields };
  } catch (error) {
    if (error instanceof BadCall) return { status: 2, document: null, line: `error: ${oneLine(error.message)}` };
    if (!(error instanceof Refusal)) throw error;
    const { name: error_type, message: cause, details } = error;
    const document = { result_kind: "refusal", liquet_version: ctx.version, error_type, cause, details };
    return { status: 3, document, line: `refusal [${error_type}] ${oneLine(cause)}` };
  }
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ").trim();
}
