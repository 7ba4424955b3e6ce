import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { runOnWorkers } from "../../src/io/pool.ts";
import { inFolder } from "../support/folder.ts";
import { PATIENCE_MS, until } from "../support/patience.ts";

/** A worker that does what the command says, after `ms`; one that hangs makes a file of that name before. */
const WORKER = `
import { writeFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ command, arguments: { ms } }) => setTimeout(() => {
  if (command === "exit") process.exit(7);
  if (command === "hang") {
    writeFileSync(String(ms), "");
    for (;;);
  }
  if (command === "break") parentPort.postMessage({ failure: "Error: no such thing\\n    at line 1" });
  else parentPort.postMessage({ result: { status: 0, document: { ms }, text: [], line: null } });
}, ms));
`;

const settings = { roots: [], env: {} };
const unit = (command: string, ms: number) => ({ command, arguments: { ms } });

function onWorkers(units: ReturnType<typeof unit>[], workers: number, signal = new AbortController().signal) {
  return inFolder({ "worker.mjs": WORKER }, (dir) =>
    runOnWorkers(units, pathToFileURL(`${dir}/worker.mjs`), settings, { workers, signal }),
  );
}

for (const workers of [1, 3, 9]) {
  test(`results stand in the units' order on ${workers} workers, whichever is done first`, async () => {
    const units = [40, 1, 30, 2, 20].map((ms) => unit("wait", ms));
    const results = await onWorkers(units, workers);
    assert.deepEqual(
      results.map(({ document }) => document?.ms),
      [40, 1, 30, 2, 20],
    );
  });
}

test("no unit at all needs no worker", async () => {
  assert.deepEqual(await onWorkers([], 4), []);
});

test("a unit that breaks is named, with its worker's own stack", () =>
  assert.rejects(
    onWorkers([unit("wait", 1), unit("break", 2)], 2),
    /the unit break \{"ms":2\} broke: Error: no such thing\n/,
  ));

test("a worker that ends is no hang: the unit it had is named", () =>
  assert.rejects(onWorkers([unit("exit", 1)], 1), /the unit exit \{"ms":1\} broke: its worker ended with code 7/));

test("cancelling ends workers that look at nothing, with the signal's reason", { timeout: PATIENCE_MS }, async () => {
  const cancel = new AbortController();
  const cancelled = assert.rejects(onWorkers([unit("hang", 1), unit("hang", 2)], 2, cancel.signal), /changed my mind/);
  await until("workers that hang", () => existsSync("1") && existsSync("2"));
  cancel.abort(new Error("changed my mind"));
  await cancelled;
});
