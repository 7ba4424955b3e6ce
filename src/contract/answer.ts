import type { Command } from "./command.ts";
import type { Ctx } from "./context.ts";
import { isMachineField } from "./field.ts";
import { NotFinite, toJson } from "./json.ts";
import { BadCall, Refusal, refusal } from "./outcome.ts";
import { parseInput } from "./parse.ts";

type Document = Record<string, unknown>;

/**
 * One finished call. `status` is the exit code, `json` the bytes of the answer, `line` the one line that a refusal or a
 * bad call shows a person.
 */
export type Answer =
  | { status: 0; document: Document; json: string; fields: Document }
  | { status: 3; document: Document; json: string; line: string }
  | { status: 2; document: null; json: ""; line: string };

/**
 * Runs one command and wraps what it found: the envelope (`result_kind`, version, `call`, `provenance`) is added here
 * and nowhere else. Whatever is neither evidence, refusal nor bad call is our bug and is thrown on.
 */
export async function answer(name: string, command: Command, raw: Document, ctx: Ctx): Promise<Answer> {
  try {
    const input = parseInput(command.input, raw);
    const { fields } = await command.run(input, ctx);
    const shown: Document = { ...input, ...ctx.echoed() };
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
    // Written also where only the text is shown: the writer is what keeps a NaN from ever reaching a reader.
    return { status: 0, document, json: toJson(document), fields };
  } catch (thrown) {
    const error = foreignFault(thrown, ctx) ?? thrown;
    if (error instanceof BadCall)
      return { status: 2, document: null, json: "", line: `error: ${oneLine(error.message)}` };
    if (!(error instanceof Refusal)) throw error;
    const { name: error_type, message: cause, details } = error;
    const document = { result_kind: "refusal", liquet_version: ctx.version, error_type, cause, details };
    return { status: 3, document, json: toJson(document), line: `refusal [${error_type}] ${oneLine(cause)}` };
  }
}

/** The refusal of a model file whose numbers broke a step, NaN in the answer included; null where no such file is in it. */
function foreignFault(thrown: unknown, ctx: Ctx): Refusal | null {
  const ref = ctx.distrusted();
  const ours = !(thrown instanceof TypeError || thrown instanceof RangeError || thrown instanceof NotFinite);
  if (ref === null || ours) return null;
  const remedy = "save the model again, or fit it";
  return refusal("SchemaError", `${ref}: holds a model that cannot be computed with; ${remedy}`, {
    check: "model_file",
    observed: (thrown as Error).message.slice(0, 200),
    required: "the state of a fitted model",
    remedy,
  });
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ").trim();
}
