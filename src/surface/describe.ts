import * as z from "zod/mini";
import type { Command } from "../contract/command.ts";

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
  const schema = z.toJSONSchema(command.input, { io: "input" }) as JsonSchema;
  delete schema.$schema;
  return schema;
}

/** Everything the index, the help and tools/list need. */
export function describeTool(name: string, command: Command): CommandFacts {
  const output = z.toJSONSchema(command.evidence, { io: "output" }) as JsonSchema;
  delete output.$schema;
  return {
    summary: command.summary,
    toolset: command.toolset ?? (name.includes(" ") ? name.split(" ")[0] : "process"),
    writes: command.writes ?? false,
    destructive: command.destructive ?? false,
    openWorld: command.openWorld ?? false,
    input: inputSchema(command),
    output,
  };
}
