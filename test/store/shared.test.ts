import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openStore } from "../../src/store/open-store.ts";
import { PATIENCE_MS } from "../support/patience.ts";

const SHARED = 25;
const folder = process.env.LIQUET_SHARED_STORE;
// This file is also the process that shares the store, and the one that is killed.
if (folder) await work(folder, process.env.LIQUET_SHARED_ROUNDS ?? "");
else tests();

/** Puts recipes that every process puts and some that only this one does, saying each when it is kept. */
async function work(dir: string, rounds: string): Promise<void> {
  const store = openStore(dir);
  for (let i = 0; i < Number(rounds || "Infinity"); i++) {
    const digest = await store.putContent(Buffer.from(`content ${i % SHARED} ${"x".repeat(20_000)}`));
    const handle = await store.put("data", { op: "load", n: i % SHARED, digest });
    const mine = await store.put("data", { op: "split", of: handle, by: process.pid, n: i });
    const result = await store.result(handle, "sum.1", async () =>
      Buffer.from(`sum ${i % SHARED} ${"y".repeat(50_000)}`),
    );
    assert.ok(
      Buffer.from(result)
        .toString()
        .startsWith(`sum ${i % SHARED} y`),
    );
    await store.note(handle, "seen", { by: process.pid });
    writeSync(1, `${handle} ${mine}\n`);
  }
}

/** What a process acknowledged in so many rounds, or until it was killed when it had so many behind it. */
function run(dir: string, rounds: number | null, killed_after: number | null): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
      env: {
        ...process.env,
        LIQUET_SHARED_STORE: dir,
        LIQUET_SHARED_ROUNDS: rounds === null ? "" : String(rounds),
        NODE_TEST_CONTEXT: undefined,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      if (killed_after !== null && said.split("\n").length > killed_after) child.kill("SIGKILL");
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (killed_after === null && code !== 0) reject(new Error(`a process ended with ${code}`));
      // A line cut in two was not acknowledged.
      resolve(
        said
          .slice(0, said.lastIndexOf("\n") + 1)
          .trim()
          .split("\n"),
      );
    });
  });
}

/** Every acknowledged handle can be read, with its content, and no result is damaged. */
async function checkAll(dir: string, lines: string[]): Promise<void> {
  const store = openStore(dir);
  for (const handle of new Set(lines.flatMap((line) => line.split(" ")))) {
    const recipe = await store.recipe(handle);
    if (recipe.op !== "load") continue;
    assert.ok(await store.content(String(recipe.digest)), `${handle}: its content is lost`);
    const kept = await store.result(handle, "sum.1", async () => assert.fail(`${handle}: its result is damaged`));
    assert.ok(Buffer.from(kept).toString().startsWith(`sum ${recipe.n} `));
  }
}

function tests(): void {
  test("twenty processes share a store: each finds the others' recipes whole", { timeout: PATIENCE_MS }, async () => {
    const dir = mkdtempSync(join(tmpdir(), "liquet-shared-"));
    const said = await Promise.all(Array.from({ length: 20 }, () => run(dir, SHARED, null)));
    const shared = said.map((lines) => lines.map((line) => line.split(" ")[0]).join());
    assert.equal(new Set(shared).size, 1, "the same recipes have the same handles in every process");
    await checkAll(dir, said.flat());
    assert.equal((await openStore(dir).list("data")).length, SHARED + 20 * SHARED);
    rmSync(dir, { recursive: true, force: true });
  });

  test("kill -9 at any moment loses nothing that was acknowledged", { timeout: PATIENCE_MS }, async () => {
    const dir = mkdtempSync(join(tmpdir(), "liquet-killed-"));
    for (const n of [1, 4, 10, 17]) {
      const lines = (await Promise.all([run(dir, null, n), run(dir, null, n + 2)])).flat();
      assert.ok(lines.length >= 2 * n + 2, "no process ended by itself");
      await checkAll(dir, lines);
    }
    rmSync(dir, { recursive: true, force: true });
  });
}
