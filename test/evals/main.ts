// `npm run evals`: without --live the recorded calls, with it a model behind an OpenAI-compatible endpoint.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Bench, openBench } from "./bench.ts";
import { chatModel } from "./chat-model.ts";
import { askModel } from "./live.ts";
import { type Score, scoreRecording } from "./score.ts";
import { passed, table } from "./table.ts";
import { evalsFolder, type Recorded, readRecorded, readTasks, type Task } from "./task.ts";

const options = {
  live: { type: "boolean", default: false },
  "base-url": { type: "string" },
  model: { type: "string" },
  "key-env": { type: "string", default: "OPENAI_API_KEY" },
  only: { type: "string", default: "" },
  toolsets: { type: "string" },
  recorded: { type: "string" },
  out: { type: "string", default: evalsFolder },
} as const;

try {
  process.exitCode = await main();
} catch (error) {
  const { message, cause } = error as Error;
  process.stderr.write(`evals: ${message}${cause instanceof Error ? `: ${cause.message}` : ""}\n`);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  const { live, model, "base-url": url, toolsets, recorded: file } = values;
  if (live && (url === undefined || model === undefined))
    throw new Error("--live needs --base-url URL and --model NAME");
  const tasks = readTasks().filter(({ id, family }) => `${family}/${id}`.includes(values.only));
  if (tasks.length === 0) throw new Error(`no task's family/id contains '${values.only}'`);
  const recorded = live ? null : readRecorded(file === undefined ? undefined : resolve(file));
  const bench = await openBench(toolsets === undefined ? [] : ["--toolsets", toolsets]);
  const scores: Score[] = [];
  try {
    if (recorded !== null) {
      for (const task of tasks) scores.push(await scoreRecording(task, recorded.tasks[task.id], bench));
    } else {
      const key = process.env[values["key-env"]];
      await askAll(tasks, { url: url ?? "", model: model ?? "", key, out: values.out }, bench, scores);
    }
  } finally {
    await bench.end();
    if (scores.length > 0) process.stdout.write(table(scores));
  }
  return scores.every(passed) ? 0 : 1;
}

interface Endpoint {
  url: string;
  model: string;
  key: string | undefined;
  out: string;
}

/** Asks a model every task; what it did is written after each, so that what was paid for is kept when a later one fails. */
async function askAll(tasks: Task[], { url, model, key, out }: Endpoint, bench: Bench, scores: Score[]): Promise<void> {
  const complete = chatModel(url, model, key);
  const recorded: Recorded = { model, tasks: {} };
  const file = join(out, `recorded-${model.replace(/[^\w.-]+/g, "-")}.json`);
  for (const task of tasks) {
    const { recording, score } = await askModel(task, complete, bench);
    scores.push(score);
    recorded.tasks[task.id] = recording;
    writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
    process.stderr.write(`${task.id}: ${passed(score) ? "ok" : "fault"}\n`);
  }
  process.stderr.write(`written to ${file}\n`);
}
