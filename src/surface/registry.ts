import { commands } from "liquet:commands";
import type { Command } from "../contract/command.ts";

/** What the generated index knows of a command; `load` imports just that one. */
export interface Entry {
  summary: string;
  toolset: string;
  writes: boolean;
  load(): Promise<{ default: Command }>;
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
  const entry = entryOf(name);
  if (!entry) throw new Error(`no command '${name}'`);
  return (await entry.load()).default;
}

/** The MCP tool name of a command: blanks and hyphens become underscores. */
export function toolName(name: string): string {
  return name.replace(/[ -]/g, "_");
}
