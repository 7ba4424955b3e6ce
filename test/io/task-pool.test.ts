import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { onPool } from "../../src/io/task-pool.ts";
import { inFolder } from "../support/folder.ts";
import { PATIENCE_MS, until } from "../support/patience.ts";

/**
 * A worker that adds each piece to what it was told, after as many milliseconds, and counts what it was told. One that hangs
 * makes a file of its name before.
 */
const WORKER = `
import { writeFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
let told = 0, shared;
parentPort.on("message", ({ task, piece }) => {
  if (task) { told++; shared = task.shared; return parentPort.postMessage({ result: null }); }
  if (String(piece).startsWith("hang")) {
    writeFileSync(piece, "");
    for (;;);
  }
  if (piece === "break") return parentPort.postMessage({ failure: "Error: no such thing\\n    at line 1" });
  if (piece === "refuse")
    return parentPort.postMessage({ refused: { name: "TooFewCurves", cause: "1 curve; give 2", details: { check: "n" } } });
  setTimeout(() => parentPort.postMessage({ result: { sum: shared + piece, told } }), piece);
});
`;
const task = { command: "fda align", task: "add", shared: 1000 };

interface Reply {
  sum: number;
  told: number;
}
type Each = (pieces: (number | string)[], done?: () => Promise<void>) => Promise<Reply[]>;

function onWorkers<T>(workers: number, use: (each: Each) => Promise<T>, signal = new AbortController().signal) {
  return inFolder({ "worker.mjs": WORKER }, (dir) =>
    onPool(task, pathToFileURL(`${dir}/worker.mjs`), { roots: [], env: {} }, { workers, signal }, use),
  );
}

for (const workers of [1, 2, 9]) {
  test(`on ${workers} threads results stand in the pieces' order, and what is shared is told once for all rounds`, () =>
    onWorkers(workers, async (each) => {
      let n = 0;
      for (let round = 0; round < 3; round++) {
        const results = await each([20, 1, 15, 2], async () => {
          n++;
        });
        assert.deepEqual(
          results,
          [1020, 1001, 1015, 1002].map((sum) => ({ sum, told: 1 })),
        );
      }
      assert.equal(n, 12);
    }));
}

test("what is used of the pool is what it gives", async () => {
  assert.equal(await onWorkers(1, async () => "nothing was asked"), "nothing was asked");
});

test("a piece that breaks names the task, with its worker's own stack", () =>
  assert.rejects(
    onWorkers(2, (each) => each([1, "break"])),
    /add of fda align broke: Error: no such thing\n/,
  ));

test("what a piece refuses is refused here, by its name and with its details", () =>
  assert.rejects(
    onWorkers(1, (each) => each(["refuse"])),
    { name: "TooFewCurves", message: "1 curve; give 2", details: { check: "n" } },
  ));

test("cancelling ends threads that look at nothing, with the signal's reason", { timeout: PATIENCE_MS }, async () => {
  const cancel = new AbortController();
  const cancelled = assert.rejects(
    onWorkers(2, (each) => each(["hang1", "hang2"]), cancel.signal),
    /changed my mind/,
  );
  await until("threads that hang", () => existsSync("hang1") && existsSync("hang2"));
  cancel.abort(new Error("changed my mind"));
  await cancelled;
});
