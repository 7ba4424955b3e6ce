import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { runJson } from "../../support/run.ts";

test("files in the store that are no job's take no list, status or cancel down", () =>
  inFolder({}, async (cwd) => {
    const env = { LIQUET_STORE: join(cwd, "store") };
    const job = (id: string, files: Record<string, unknown>) => {
      mkdirSync(join("store/jobs", id), { recursive: true });
      for (const [name, value] of Object.entries(files))
        writeFileSync(join("store/jobs", id, `${name}.json`), JSON.stringify(value));
    };
    const start = { token: "t", created_ms: 1, version: "1", what: "x", machine: {}, roots: [] };
    const call = { op: "job", command: "data load", arguments: {} };
    const hostile = [
      { call: [], "1.start": 5 },
      { call: {}, "1.start": {}, "1.end": { status: "completed" } },
      { call, "1.start": { ...start, roots: null } },
      { call, "1.start": { ...start, created_ms: 1e300 } },
      { call, "1.start": start, "1.end": { status: "nonsense", ended_ms: "x" } },
    ];
    for (const [i, files] of hostile.entries()) job(`job_${String(i).repeat(12)}`, files);
    job("job_aaaaaaaaaaaa", {
      call,
      "1.start": start,
      "1.beat": 5,
      "1.end": { status: "failed", ended_ms: 2, error: null },
    });
    const { document } = await runJson(["jobs", "list"], { env });
    assert.deepEqual(
      (document.jobs as { job_id: string }[]).map(({ job_id }) => job_id),
      ["job_aaaaaaaaaaaa"],
    );
    for (const verb of ["status", "cancel"])
      for (const i of hostile.keys()) {
        const { document } = await runJson(["jobs", verb, `job_${String(i).repeat(12)}`], { env });
        assert.equal(document.error_type, "UnknownHandle");
      }
  }));
