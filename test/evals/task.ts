import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/root.ts";

/** A call of a tool. A text `$0.handle` stands for that field of what the call 0 of the same task returned. */
export interface ToolCall {
  tool: string;
  arguments: Record<string, unknown>;
}

/** A call that a task should produce. */
export interface ExpectedCall extends ToolCall {
  /** Arguments that any value is right for. */
  free?: string[];
  /** Repeat the call until this field of its answer says this. */
  until?: { at: string; text: string };
}

/** What the answer must hold: at a path of the last call's document, and somewhere in what a model says of it. */
export interface ExpectedValue {
  /** Keys and positions with dots between, as `details.observed` or `rows.0.point`. */
  at: string;
  number?: number;
  /** Absolute. */
  tolerance?: number;
  text?: string;
  /** How prose may say the text, when not word for word. */
  said?: string[];
  /** The question does not ask for it, so a model's last words need not say it. */
  unsaid?: boolean;
}

/** A question as a person of the trade asks it, and what a right answer to it does and holds. */
export interface Task {
  id: string;
  family: string;
  task: string;
  calls: ExpectedCall[];
  /** The answer is a refusal of this kind. */
  error_type?: string;
  values: ExpectedValue[];
  /** Why the values are right, without this program. */
  source: string;
}

/** What was done for one task: the calls, and the last words when a model spoke. */
export interface Recording {
  calls: ToolCall[];
  answer?: string;
}

/** Recordings by the id of their task. */
export interface Recorded {
  model: string;
  tasks: Record<string, Recording>;
}

/** The folder of the evals. */
export const evalsFolder = join(root, "test/evals");

export function readTasks(): Task[] {
  return JSON.parse(readFileSync(join(evalsFolder, "tasks.json"), "utf8"));
}

export function readRecorded(file = join(evalsFolder, "recorded.json")): Recorded {
  return JSON.parse(readFileSync(file, "utf8"));
}
