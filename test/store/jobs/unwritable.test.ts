import assert from "node:assert/strict";
import fs, { mkdtempSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { judgedAttempt } from "../../../src/store/jobs/judge.ts";
import { claim, readEnd } from "../../../src/store/jobs/run-files.ts";

const NOW = new Date("2026-01-01T00:00:00Z");

test("a lost job is told as failed also where nothing can be written: on a full disk, in a folder that is only read", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "liquet-full-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const at = { folder, job_id: "job_000000000001", attempt: 1 };
  const limits = { roots: [], allow_network: false, allow_write: false };
  // Its worker never came within half a minute.
  const created_ms = NOW.getTime() - 40_000;
  claim(at, '{"arguments":{},"command":"data load","op":"job"}', {
    token: "t",
    created_ms,
    version: "1",
    what: "",
    machine: {},
    ...limits,
  });
  for (const code of ["ENOSPC", "EROFS"]) {
    const full = t.mock.method(fs, "writeFileSync", () => {
      throw Object.assign(new Error(`${code}: no`), { code });
    });
    syncBuiltinESMExports();
    const seen = await judgedAttempt(at, () => NOW);
    assert.ok(full.mock.callCount() > 0, "nothing was written");
    full.mock.restore();
    syncBuiltinESMExports();
    assert.deepEqual([seen?.end?.status, seen?.end?.error?.kind, readEnd(at)], ["failed", "lost", null]);
  }
  assert.equal((await judgedAttempt(at, () => NOW))?.end?.status, "failed");
  assert.equal(readEnd(at)?.status, "failed");
});
