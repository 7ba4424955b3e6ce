import type { Command } from "../contract/command.ts";
import { isMachineField } from "../contract/field.ts";

/** The command as it was asked for: with `run_async` (see `fields.runAsync`) it starts a job, else it is itself. */
export async function asAsked(name: string, command: Command, raw: Record<string, unknown>): Promise<Command> {
  if (raw.run_async !== true || !isMachineField(command.input.shape.run_async)) return command;
  return (await import("./start-job.ts")).asJob(name, command);
}
