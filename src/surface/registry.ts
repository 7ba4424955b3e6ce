import { commands } from "liquet:commands";
import type { Command } from "../contract/command.ts";
import type { JsonSchema } from "./describe.ts";

/** What the generated index knows of a command; `load` imports just that one, with the JSON Schema of its input. */
export interface Entry {
  summary: string;
  toolset: string;
  writes: boolean;
  load(): Promise<{ default: Command; input: JsonSchema }>;
}

const table: Record<string, Entry> = commands;

/** Every command name ("profile", "switchback analyze"), sorted. */
export function commandNames(): string[] {
  return Object.keys(table);
}

/** The index entry of a command, or undefined. */
export function entryOf(name: string): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Imports one command. Throws when the name is not in the index. */
export async function loadCommand(name: string): Promise<Command> {
  return (await loadEntry(name)).command;
}

/** Imports one command and the JSON Schema of its input. Throws when the name is not in the index. */
export async function loadEntry(name: string): Promise<{ command: Command; input: JsonSchema }> {
  const entry = entryOf(name);
  if (!entry) throw new Error(`no command '${name}'`);
  const { default: command, input } = await entry.load();
  return { command, input };
}

/** The names of the toolsets, sorted. */
export function toolsetNames(): string[] {
  return [...new Set(Object.values(table).map(({ toolset }) => toolset))].sort();
}

/** The MCP tool name of a command: blanks and hyphens become underscores. */
export function toolName(name: string): string {
  return name.replace(/[ -]/g, "_");
}
