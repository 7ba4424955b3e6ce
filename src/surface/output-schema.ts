import type { CommandFacts, JsonSchema } from "./describe.ts";

const text: JsonSchema = { type: "string" };

/**
 * What a tool's structured content may be: evidence of the command's own shape, or a refusal. A JSON Schema of draft
 * 2020-12 with `type: "object"` outermost, as the protocol wants it. It is not in `tools/list`, which every session
 * pays for: together these schemas are several times as large as all that is there.
 */
export function outputSchema({ output }: Pick<CommandFacts, "output">): JsonSchema {
  const { $defs, ...evidence } = output;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    ...($defs === undefined ? {} : { $defs }),
    oneOf: [evidenceOf(evidence), REFUSAL],
  };
}

/** The command's fields in their envelope. */
function evidenceOf({ properties = {}, required = [] }: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: {
      result_kind: { const: "evidence" },
      liquet_version: text,
      ...properties,
      call: {
        type: "object",
        properties: { command: text, arguments: { type: "object" } },
        required: ["command", "arguments"],
        additionalProperties: false,
      },
      provenance: { type: "array", items: PROVENANCE },
    },
    required: ["result_kind", "liquet_version", ...required, "call", "provenance"],
    additionalProperties: false,
  };
}

const PROVENANCE: JsonSchema = {
  type: "object",
  properties: { archive: text, tag: text, rows: { type: "integer", minimum: 0 }, sha256: text },
  required: ["archive", "tag", "rows", "sha256"],
  additionalProperties: false,
};

const REFUSAL: JsonSchema = {
  type: "object",
  properties: {
    result_kind: { const: "refusal" },
    liquet_version: text,
    error_type: text,
    cause: text,
    details: { type: "object", properties: { check: text, remedy: text }, required: ["check", "remedy"] },
  },
  required: ["result_kind", "liquet_version", "error_type", "cause", "details"],
  additionalProperties: false,
};
