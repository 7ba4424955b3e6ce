import { BadCall, Refusal, refusal } from "../../contract/outcome.ts";

/** A SchemaError about one parquet file. `found` starts after the file's name. */
export function schemaError(
  label: string,
  check: string,
  found: string,
  remedy: string,
  facts: Record<string, unknown> = {},
): Refusal {
  return refusal("SchemaError", `${label}: ${found}; ${remedy}`, { check, file: label, ...facts, remedy });
}

/** The same for a file whose bytes contradict themselves. */
export function damaged(label: string, what: string): Refusal {
  const remedy = "export it again, or with another writer";
  return schemaError(label, "parquet_damaged", `the parquet file cannot be decoded (${what})`, remedy, {
    observed: what,
  });
}

/**
 * Runs decoding steps on bytes nobody vouches for: whatever they throw becomes a SchemaError that names the file.
 * Refusals and bad calls pass unchanged. Give it decoding only, never a callback that may cancel.
 */
export function decoding<T>(label: string, steps: () => T): T {
  try {
    return steps();
  } catch (error) {
    if (error instanceof Refusal || error instanceof BadCall) throw error;
    throw damaged(label, wordsOf(error));
  }
}

/** Messages of the decoders are meant to be read; those of the engine (a read past the end) are not. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error) || error.constructor !== Error) return "its structure is broken";
  return error.message.replace(/\p{Cc}/gu, " ").slice(0, 120);
}
