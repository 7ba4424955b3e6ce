import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parseInput } from "../src/contract/parse.ts";
import { commandNames, loadCommand, toolName, toolsetNames } from "../src/surface/registry.ts";
import { openBench } from "./evals/bench.ts";
import { findCalls, matches } from "./evals/match-calls.ts";
import { scoreRecording } from "./evals/score.ts";
import { passed, table } from "./evals/table.ts";
import { evalsFolder, readRecorded, readTasks } from "./evals/task.ts";
import { root } from "./support/root.ts";

const tasks = readTasks();
const recorded = readRecorded();

test("the tasks cover every family; each has an id, a call that parses, a value and where it is from", async () => {
  assert.ok(tasks.length >= 30);
  assert.equal(new Set(tasks.map(({ id }) => id)).size, tasks.length);
  for (const family of [...toolsetNames(), "jobs"])
    assert.ok(
      tasks.some((task) => task.family === family),
      family,
    );
  assert.ok(tasks.filter(({ error_type }) => error_type !== undefined).length >= 10);
  assert.ok(tasks.every(({ values }) => values.some(({ unsaid }) => !unsaid)));
  for (const { id, calls, values, source } of tasks) {
    assert.ok(values.length > 0 && source.length > 0 && calls.length > 0, id);
    for (const { tool, arguments: args } of calls) {
      const name = commandNames().find((one) => toolName(one) === tool);
      assert.ok(name !== undefined, `${id}: no tool is named ${tool}`);
      parseInput((await loadCommand(name)).input, args);
    }
  }
});

test("the recorded calls are the expected ones, and what they return over stdio holds the values", async () => {
  assert.deepEqual(
    Object.keys(recorded.tasks),
    tasks.map(({ id }) => id),
  );
  const bench = await openBench();
  try {
    const scores = [];
    for (const task of tasks) scores.push(await scoreRecording(task, recorded.tasks[task.id], bench));
    assert.ok(scores.every(passed), `\n${table(scores.filter((score) => !passed(score)))}`);
    const said = {
      ...recorded.tasks[tasks[0].id],
      answer: "93.3 % is covered; the longest stretch without one is 40 min.",
    };
    assert.ok(passed(await scoreRecording(tasks[0], said, bench)));
    // A scorer that passes everything would pass the lines above too.
    const [first] = tasks;
    const wrong = { ...first, values: [{ at: "coverage.longest_gap_s", number: 2401, tolerance: 0.5 }] };
    const faults = [
      await scoreRecording(wrong, recorded.tasks[first.id], bench),
      await scoreRecording({ ...first, error_type: "InsufficientQuality" }, recorded.tasks[first.id], bench),
      await scoreRecording(first, { calls: [] }, bench),
      await scoreRecording(first, { ...recorded.tasks[first.id], answer: "No gap at all." }, bench),
    ];
    assert.ok(faults.every((score) => !passed(score)));
  } finally {
    await bench.end();
  }
});

test("a call matches when it means the same: bounds for a duration, a default stated, a spelling of the specification", async () => {
  const screen = (more: object) => ({
    tool: "screen",
    arguments: { archive: "a.csv", baseline: "2024-01-01T00:00Z/PT1H", window: "2024-01-01T01:00Z/PT1H", ...more },
  });
  const fit = (spec: string) => ({ tool: "forecast_fit", arguments: { y: "demo:airline", spec } });
  const same = { baseline: "2024-01-01T00:00:00Z/2024-01-01T01:00:00Z", method: "mad", max_runs: 3 };
  assert.ok(await matches(screen(same), screen({})));
  assert.ok(await matches(fit("naive"), fit("NaiveForecaster( )")));
  for (const more of [
    { baseline: "2024-01-01T00:00Z/PT2H" },
    { method: "moving-range" },
    { k: 4 },
    { archive: "b.csv" },
  ])
    assert.ok(!(await matches(screen(more), screen({}))), JSON.stringify(more));
  assert.ok(!(await matches(fit("naive"), fit("NaiveForecaster(sp=12)"))));
  assert.ok(!(await matches({ ...screen({}), tool: "spc" }, screen({}))));
  assert.ok(!(await matches(screen({ nonsense: 1 }), screen({}))));
});

test("calls are found among others, in their order, with handles from what came back", async () => {
  const load = { tool: "data_load", arguments: { source: "demo:airline" } };
  const split = { tool: "data_split", arguments: { data_handle: "data_7c96cd30cc76", fh: 12 } };
  const fit = { tool: "forecast_fit", arguments: { y: "data_1", spec: "naive" } };
  const documents = [{ handle: "data_7c96cd30cc76" }, { train_handle: "data_1" }, {}];
  const expected = [
    { tool: "data_split", arguments: { data_handle: "demo:airline", fh: 12 } },
    { tool: "forecast_fit", arguments: { y: "$0.train_handle", spec: "naive" } },
  ];
  assert.deepEqual(await findCalls([load, split, fit], expected, documents), [1, 2]);
  assert.equal(await findCalls([load, fit, split], expected, [documents[0], {}, documents[1]]), null);
});

test("a model behind an OpenAI-compatible endpoint is driven, scored and recorded", async () => {
  const out = mkdtempSync(join(tmpdir(), "liquet-evals-"));
  const asked: Asked[] = [];
  const endpoint = await fakeEndpoint(asked);
  try {
    const { port } = endpoint.address() as AddressInfo;
    const words = ["--live", "--base-url", `http://127.0.0.1:${port}/v1`, "--model", "fake/model:1", "--out", out];
    const run = await evals([
      ...words,
      "--only",
      "experiment/h",
      "--key-env",
      "KEY_OF_THE_TEST",
      "--toolsets",
      "experiment",
    ]);
    assert.match(run.stdout, /how-many-users +ok +ok/);
    assert.match(run.stdout, /half-a-sigma +FAULT +FAULT/);
    assert.equal(run.exit, 1);
    assert.ok(asked.every(({ authorization }) => authorization === "Bearer sesame"));
    assert.ok(asked[0].body.tools.some(({ function: { name } }) => name === "experiment_power_calc"));
    const kept = JSON.parse(readFileSync(join(out, "recorded-fake-model-1.json"), "utf8"));
    assert.equal(kept.model, "fake/model:1");
    assert.deepEqual(kept.tasks["how-many-users"], {
      calls: [{ tool: "experiment_power_calc", arguments: { metric: "proportion", baseline: 0.1, mde: 0.02 } }],
      answer: "You need 3,841 visitors in each arm.",
    });
  } finally {
    endpoint.close();
    rmSync(out, { recursive: true, force: true });
  }
});

interface Asked {
  authorization: string | undefined;
  body: { messages: { role: string; content: string }[]; tools: { function: { name: string } }[] };
}

/** A model that knows one answer: it calls the right tool when asked for 10 % to 12 %, and reads the number off. */
async function fakeEndpoint(asked: Asked[]): Promise<Server> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const body = JSON.parse(text) as Asked["body"];
      asked.push({ authorization: request.headers.authorization, body });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ choices: [{ message: { role: "assistant", ...reply(body) } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function reply({ messages }: Asked["body"]): object {
  const last = messages[messages.length - 1];
  if (last.role === "tool") {
    const n = Number(JSON.parse(last.content).n_per_arm).toLocaleString("en");
    return { content: `You need ${n} visitors in each arm.` };
  }
  if (!messages[1].content.includes("rise to 12 %")) return { content: "I would rather not." };
  const args = JSON.stringify({ metric: "proportion", baseline: 0.1, mde: 0.02 });
  const call = { id: "1", type: "function", function: { name: "experiment_power_calc", arguments: args } };
  return { content: null, tool_calls: [call] };
}

/** `npm run evals -- WORDS`. */
function evals(words: string[]): Promise<{ exit: number | null; stdout: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, KEY_OF_THE_TEST: "sesame" };
    const child = spawn(process.execPath, [join(root, "scripts/evals.mjs"), ...words], { env, cwd: evalsFolder });
    let stdout = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.on("close", (exit) => resolve({ exit, stdout }));
  });
}
