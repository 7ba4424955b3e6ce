import * as z from "zod/mini";
import { type Command, evidenceSchema } from "../contract/command.ts";

/** A JSON Schema node, as far as the surfaces look into it. */
export interface JsonSchema {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  writes?: boolean;
  [key: string]: unknown;
}

/** What is known of a command without importing it: the build writes one of these per command. */
export interface CommandFacts {
  summary: string;
  toolset: string;
  writes: boolean;
  destructive: boolean;
  openWorld: boolean;
  input: JsonSchema;
  output: JsonSchema;
}

/** The input schema of a command, as the client may send it (defaults not required). */
export function inputSchema(command: Command): JsonSchema {
  const schema = z.toJSONSchema(command.input, {
    io: "input",
    override: ({ jsonSchema }) => dropNoise(jsonSchema),
  }) as JsonSchema;
  delete schema.$schema;
  return schema;
}

/** What says nothing that JSON does not say: that integers are safe ones, and that keys are strings. */
function dropNoise(schema: {
  type?: unknown;
  const?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  propertyNames?: { type?: unknown } | boolean;
}): void {
  // A constant says its own type.
  if (schema.const !== undefined) delete schema.type;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  const names = schema.propertyNames;
  if (typeof names === "object" && JSON.stringify(names) === '{"type":"string"}') delete schema.propertyNames;
}

/** Families with a noun of their own; every other command works on process archives. */
const NOUNS = ["data", "experiment", "fda", "forecast"];

function toolsetOf(name: string): string {
  const [noun] = name.split(" ");
  return NOUNS.includes(noun) ? noun : noun === "jobs" ? "forecast" : "process";
}

/** Everything the index, the help and tools/list need. */
export function describeTool(name: string, command: Command): CommandFacts {
  const output = z.toJSONSchema(evidenceSchema(command), { io: "output" }) as JsonSchema;
  delete output.$schema;
  return {
    summary: command.summary,
    toolset: toolsetOf(name),
    writes: command.writes ?? false,
    destructive: command.destructive ?? false,
    openWorld: command.openWorld ?? false,
    input: inputSchema(command),
    output,
  };
}
