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
    override: ({ jsonSchema }) => dropNoise(jsonSchema as JsonSchema),
  }) as JsonSchema;
  delete schema.$schema;
  return schema;
}

/**
 * What says nothing that the rest does not say: the type of a constant, that integers are safe ones and keys strings,
 * that a record holds anything, that a list which is not given is empty and a switch off, and marks that only liquet
 * reads. A bound that an integer may not reach is written as the next one, which is shorter.
 */
function dropNoise(schema: JsonSchema): void {
  if (schema.const !== undefined) delete schema.type;
  if (schema.type === "integer") {
    if (typeof schema.exclusiveMinimum === "number") closeBound(schema, "Minimum", 1);
    if (typeof schema.exclusiveMaximum === "number") closeBound(schema, "Maximum", -1);
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (isSame(schema.propertyNames, { type: "string" })) delete schema.propertyNames;
  if (isSame(schema.additionalProperties, {})) delete schema.additionalProperties;
  if (["[]", "{}", '""', "false"].includes(JSON.stringify(schema.default))) delete schema.default;
  delete schema.machine;
}

function closeBound(schema: JsonSchema, bound: "Minimum" | "Maximum", step: 1 | -1): void {
  schema[bound.toLowerCase()] = (schema[`exclusive${bound}`] as number) + step;
  delete schema[`exclusive${bound}`];
}

function isSame(value: unknown, expected: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(expected);
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
