import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import Sqlite from "libsql";
import { withExperiments } from "../../src/store/experiments.ts";
import { PATIENCE_MS } from "../support/patience.ts";

const NOW = "2026-01-01T00:00:00Z";
const path = process.env.LIQUET_KILL_DB;
const prefix = process.env.LIQUET_KILL_PREFIX ?? "";
// This file is also the process that is killed: it writes and acknowledges until then.
if (path) await write(path);
else tests();

async function write(db: string): Promise<void> {
  for (let i = 0; ; i++) {
    const experiment_id = `${prefix}-${i}`;
    await withExperiments(db, db, "write", (records) => {
      const arms = { control: 1, treatment: 1 };
      const none = { hypothesis: null, metric: null, population: null, audience: null };
      const plan = { plan: "fixed" as const, planned_looks: null, planned_units: null };
      records.create({ experiment_id, arms, salt: experiment_id, alpha: 0.05, ...none, ...plan }, NOW);
      writeSync(1, `created ${experiment_id}\n`);
      records.recordLook(experiment_id, { outcome: "o", data_sha256: "d", result: { text: "x".repeat(2000) } }, NOW);
      writeSync(1, `looked ${experiment_id}\n`);
      records.close(experiment_id, null, NOW);
      writeSync(1, `closed ${experiment_id}\n`);
    });
  }
}

/** Starts a writer, kills it when it has acknowledged so many changes at least, and returns what it acknowledged. */
function killed(db: string, name: string, changes: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
      env: { ...process.env, LIQUET_KILL_DB: db, LIQUET_KILL_PREFIX: name, NODE_TEST_CONTEXT: undefined },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      if (said.split("\n").length > changes) child.kill("SIGKILL");
    });
    child.on("error", reject);
    // A line cut in two was not acknowledged.
    child.on("close", () =>
      resolve(
        said
          .slice(0, said.lastIndexOf("\n") + 1)
          .trim()
          .split("\n"),
      ),
    );
  });
}

function tests(): void {
  test("kill -9 at any moment: whatever was acknowledged is there, and the file is whole", {
    timeout: PATIENCE_MS,
  }, async () => {
    const dir = mkdtempSync(join(tmpdir(), "liquet-kill-"));
    const db = join(dir, "experiments.db");
    // Two writers at a time, so that a killed one also held a lock that the other waited for.
    for (const [round, changes] of [1, 2, 3, 10, 20, 31].entries()) {
      const said = await Promise.all([killed(db, `a${round}`, changes), killed(db, `b${round}`, changes + 4)]);
      const lines = said.flat();
      assert.ok(lines.length >= 2 * changes + 4, "no writer ended by itself");
      await withExperiments(db, db, "read", (records) => {
        const known = new Map(records.list("all").map((e) => [e.experiment_id, e]));
        for (const line of lines) {
          const [done, id] = line.split(" ");
          const found = known.get(id);
          assert.ok(found, `${id} was created and is lost`);
          if (done === "looked") assert.equal(found.n_looks, 1);
          if (done === "closed") assert.equal(found.status, "closed");
        }
      });
      const check = new Sqlite(db);
      assert.deepEqual((check.pragma("integrity_check") as { integrity_check: string }[])[0].integrity_check, "ok");
      check.close();
    }
    rmSync(dir, { recursive: true, force: true });
  });
}
