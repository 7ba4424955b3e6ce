import type { Bench } from "./bench.ts";
import { findCalls, matches, resolved } from "./match-calls.ts";
import type { Recording, Task, ToolCall } from "./task.ts";
import { faultIn, faultInProse } from "./value-at.ts";

/** How one task went. Every fault is a sentence; none is a pass. */
export interface Score {
  id: string;
  family: string;
  calls: string[];
  answer: string[];
  ms: number;
}

/** Runs the recorded calls of a task and holds them, what they return and what was said of it against the task. */
export async function scoreRecording(task: Task, recording: Recording | undefined, bench: Bench): Promise<Score> {
  const started = performance.now();
  const score: Score = { id: task.id, family: task.family, calls: [], answer: [], ms: 0 };
  const { documents, calls } = await run(task, recording?.calls ?? [], bench);
  if (recording === undefined) score.calls.push("nothing is recorded");
  else if (recording.answer === undefined) score.calls.push(...(await sameCalls(task, calls, documents)));
  else if ((await findCalls(calls, task.calls, documents)) === null)
    score.calls.push("the expected calls were not made");
  const last = recording?.answer === undefined ? documents.at(-1) : await expectedDocument(task, calls, documents);
  score.answer.push(...faultsOf(task, last));
  if (recording?.answer !== undefined) score.answer.push(...proseFaults(task, recording.answer));
  score.ms = performance.now() - started;
  return score;
}

/** What is wrong with the document that a task should end in. */
export function faultsOf({ error_type, values }: Task, document: Record<string, unknown> | undefined): string[] {
  if (document === undefined) return ["there is no answer"];
  const kind = error_type ?? null;
  const found = document.error_type ?? null;
  if (found !== kind)
    return [`${kind ?? "evidence"} was expected, not ${found ?? "evidence"}: ${document.cause ?? ""}`];
  return values.flatMap((value) => faultIn(document, value) ?? []);
}

/** What a model's last words leave out. */
export function proseFaults({ values }: Task, answer: string): string[] {
  return values.flatMap((value) => (value.unsaid ? [] : (faultInProse(answer, value) ?? [])));
}

/** The document of the last expected call among calls that were made. */
export async function expectedDocument(
  task: Task,
  calls: ToolCall[],
  documents: Record<string, unknown>[],
): Promise<Record<string, unknown> | undefined> {
  const found = await findCalls(calls, task.calls, documents);
  return found === null ? undefined : documents[found.at(-1) ?? -1];
}

async function run({ calls: expected }: Task, recorded: ToolCall[], bench: Bench) {
  const documents: Record<string, unknown>[] = [];
  const calls: ToolCall[] = [];
  for (const [i, one] of recorded.entries()) {
    calls.push(resolved(one, documents));
    const { document, text, isError } = await bench.call(calls[i], expected[i]?.until);
    documents.push(isError ? { error_type: "bad call", cause: text } : document);
  }
  return { documents, calls };
}

/** Call by call: as many, in the same order, each meaning the same. */
async function sameCalls(task: Task, calls: ToolCall[], documents: Record<string, unknown>[]): Promise<string[]> {
  if (calls.length !== task.calls.length) return [`${calls.length} calls, not ${task.calls.length}`];
  const faults: string[] = [];
  for (const [i, call] of calls.entries()) {
    if (!(await matches(call, resolved(task.calls[i], documents))))
      faults.push(`call ${i + 1} is ${call.tool} ${JSON.stringify(call.arguments)}, which is not the expected one`);
  }
  return faults;
}
