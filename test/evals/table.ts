import type { Score } from "./score.ts";

/** One line a task, what is wrong below it, and the counts. */
export function table(scores: Score[]): string {
  const width = Math.max(...scores.map(({ id }) => id.length));
  const mark = (faults: string[]) => (faults.length === 0 ? "ok   " : "FAULT");
  const lines = scores.flatMap(({ id, family, calls, answer, ms }) => [
    `${family.padEnd(10)}  ${id.padEnd(width)}  ${mark(calls)}  ${mark(answer)}   ${Math.round(ms).toString().padStart(5)} ms`,
    ...[...calls, ...answer].map((fault) => `${" ".repeat(12)}${fault}`),
  ]);
  const count = (passed: (score: Score) => boolean) => scores.filter(passed).length;
  const head = `${"family".padEnd(10)}  ${"task".padEnd(width)}  calls  answer`;
  return [
    head,
    ...lines,
    "",
    `${scores.length} tasks: calls as expected in ${count(({ calls }) => calls.length === 0)}, ` +
      `answer right in ${count(({ answer }) => answer.length === 0)}, both in ${count(passed)}`,
    "",
  ].join("\n");
}

/** Both the calls and the answer are as they should be. */
export function passed({ calls, answer }: Score): boolean {
  return calls.length === 0 && answer.length === 0;
}
