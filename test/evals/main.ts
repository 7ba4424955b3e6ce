// `npm run evals`: without --live the recorded calls, with it a model behind an OpenAI-compatible endpoint.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openBench } from "./bench.ts";
import { chatModel } from "./chat-model.ts";
import { askModel } from "./live.ts";
import { type Score, scoreRecording } from "./score.ts";
import { passed, table } from "./table.ts";
import { evalsFolder, type Recorded, readRecorded, readTasks } from "./task.ts";

const { values } = parseArgs({
  options: {
    live: { type: "boolean", default: false },
    "base-url": { type: "string" },
    model: { type: "string" },
    "key-env": { type: "string", default: "OPENAI_API_KEY" },
    only: { type: "string", default: "" },
    toolsets: { type: "string" },
    recorded: { type: "string" },
    out: { type: "string", default: evalsFolder },
  },
});
const tasks = readTasks().filter(({ id, family }) => `${family}/${id}`.includes(values.only));
if (tasks.length === 0) fail(`no task's family/id contains '${values.only}'`);
const bench = await openBench(values.toolsets === undefined ? [] : ["--toolsets", values.toolsets]);
const scores: Score[] = [];
try {
  if (values.live) await live();
  else {
    const recorded = readRecorded(values.recorded);
    for (const task of tasks) scores.push(await scoreRecording(task, recorded.tasks[task.id], bench));
  }
} finally {
  await bench.end();
}
process.stdout.write(table(scores));
process.exitCode = scores.every(passed) ? 0 : 1;

async function live(): Promise<void> {
  const { "base-url": url, model } = values;
  if (url === undefined || model === undefined) fail("--live needs --base-url URL and --model NAME");
  const complete = chatModel(url, model, process.env[values["key-env"]]);
  const recorded: Recorded = { model, tasks: {} };
  const file = join(values.out, `recorded-${model.replace(/[^\w.-]+/g, "-")}.json`);
  for (const task of tasks) {
    const { recording, score } = await askModel(task, complete, bench);
    scores.push(score);
    recorded.tasks[task.id] = recording;
    // After every task, so that what was paid for is kept when a later one fails.
    writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
    process.stderr.write(`${task.id}: ${passed(score) ? "ok" : "fault"}\n`);
  }
  process.stderr.write(`written to ${file}\n`);
}

function fail(what: string): never {
  process.stderr.write(`evals: ${what}\n`);
  process.exit(2);
}
