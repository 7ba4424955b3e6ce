import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import type { JobsWorld } from "../../../src/store/jobs/jobs-world.ts";
import { openJobs } from "../../../src/store/jobs/open-jobs.ts";
import { thisProcess } from "../../../src/store/jobs/process-id.ts";
import { claim, fileOf, writeBeat, writeEnd } from "../../../src/store/jobs/run-files.ts";

const dir = mkdtempSync(join(tmpdir(), "liquet-open-jobs-"));
after(() => rmSync(dir, { recursive: true, force: true }));
const NOW = new Date("2026-01-01T00:00:00Z");
// A process that does nothing: what is tested here is what is written down before it starts.
writeFileSync(join(dir, "idle.cjs"), "");

let stores = 0;
function open(more: Partial<JobsWorld> = {}, folder = join(dir, `store${stores++}`)) {
  const limits = { roots: [], allowNetwork: false, allowWrite: false };
  const entry = pathToFileURL(join(dir, "idle.cjs"));
  const world = { version: "1", env: process.env, now: () => NOW, entry, ...limits, files: () => ({}), ...more };
  return { folder, jobs: openJobs(folder, world) };
}
const call = { command: "data load", arguments: { source: "a" }, machine: {}, what: "a" };

/** Jobs that wait, as their processes would have said. */
function fill(folder: string, from: number, to: number) {
  const start = { token: "t", created_ms: NOW.getTime(), version: "1", what: "", machine: {}, roots: [] };
  for (let i = from; i < to; i++) {
    const at = { folder, job_id: `job_${String(i).padStart(12, "0")}`, attempt: 1 };
    claim(at, '{"op":"job","command":"x","arguments":{}}', { ...start, allow_network: false, allow_write: false });
    writeBeat(at, {
      at_ms: NOW.getTime(),
      worker: thisProcess(),
      started_ms: null,
      progress: null,
      stopped_ms: null,
    });
  }
}

test("an id is the hash of the call alone: neither the order of arguments nor those about the machine change it", async () => {
  const { jobs } = open();
  const { job } = await jobs.start({ ...call, arguments: { a: 1, b: [2] } });
  const again = await jobs.start({ ...call, arguments: { b: [2], a: 1 }, machine: { workers: 2 } });
  assert.deepEqual([again.job.job_id, again.started], [job.job_id, false]);
  assert.notEqual((await jobs.start({ ...call, arguments: { a: 1, b: [3] } })).job.job_id, job.job_id);
});

test("an answer of another version, or of wider folders, is computed again; one of the same is given", async () => {
  const { folder, jobs } = open();
  const { job } = await jobs.start(call);
  const at = { folder, ...job };
  writeFileSync(fileOf(at, "result"), "{}\n");
  writeEnd(at, { status: "completed", ended_ms: NOW.getTime(), error: null });
  assert.equal((await jobs.start(call)).started, false);
  const held = open({ roots: [dir] }, folder).jobs;
  assert.deepEqual(held.result(job), {
    reason: "it was started where more folders may be read than here; make the same call here",
  });
  assert.deepEqual([(await held.start(call)).job.attempt], [2]);
  writeFileSync(fileOf({ ...at, attempt: 2 }, "result"), "{}\n");
  writeEnd({ ...at, attempt: 2 }, { status: "completed", ended_ms: NOW.getTime(), error: null });
  // What was read inside may be seen by whoever is held to that folder, to one above it, or to none.
  for (const roots of [[dir], [tmpdir()], []])
    assert.equal((await open({ roots }, folder).jobs.start(call)).started, false);
  assert.equal((await open({ roots: [join(dir, "sub")] }, folder).jobs.start(call)).started, true);
  writeEnd({ ...at, attempt: 3 }, { status: "cancelled", ended_ms: NOW.getTime(), error: null });
  assert.equal((await open({ version: "2" }, folder).jobs.start(call)).job.attempt, 4);
});

test("a job that was started again meanwhile is not removed with the record of its earlier attempt", async () => {
  const { folder, jobs } = open();
  const { job } = await jobs.start(call);
  writeEnd({ folder, ...job }, { status: "cancelled", ended_ms: NOW.getTime(), error: null });
  const second = await jobs.start(call);
  assert.equal(await jobs.forget(job), false);
  assert.equal((await jobs.look(job.job_id)).attempt, 2);
  writeEnd({ folder, ...second.job }, { status: "cancelled", ended_ms: NOW.getTime(), error: null });
  assert.equal(await jobs.forget(second.job), true);
  assert.deepEqual(await jobs.list(), []);
});

test("of those that start one job at the same moment one does, and the others find it", async () => {
  const { jobs } = open();
  const all = await Promise.all(Array.from({ length: 3 }, () => jobs.start(call)));
  assert.deepEqual(all.map(({ started, job }) => [started, job.attempt]).sort(), [
    [false, 1],
    [false, 1],
    [true, 1],
  ]);
});

test("sixty-four jobs that wait or run are the most", async () => {
  const { folder, jobs } = open();
  fill(folder, 0, 64);
  const tooMany = (error: unknown) => error instanceof Refusal && error.name === "TooManyJobs";
  await assert.rejects(jobs.start(call), tooMany);
  writeEnd({ folder, job_id: "job_000000000000", attempt: 1 }, { status: "completed", ended_ms: 1, error: null });
  assert.equal((await jobs.start(call)).started, true);
});

test("parts of a store have one line: one part may fill a quarter of it, and all of them no more than a store", async () => {
  const whole = join(dir, `store${stores++}`);
  const parts = ["a", "b", "c", "d", "e"].map((letter) => join(whole, "subjects", letter.repeat(32)));
  const tooMany = (most: number) => (error: unknown) =>
    error instanceof Refusal && error.name === "TooManyJobs" && error.details.observed === most;
  fill(parts[0], 0, 16);
  await assert.rejects(open({}, parts[0]).jobs.start(call), tooMany(16));
  assert.equal((await open({}, parts[1]).jobs.start(call)).started, true);
  assert.equal((await open({}, whole).jobs.start(call)).started, true);
  for (const each of parts.slice(1)) fill(each, 0, 12);
  // 16, 13, 12, 12 and 12 of the parts, and one beside them.
  await assert.rejects(open({}, parts[4]).jobs.start(call), tooMany(66));
});

test("the same call in two parts has one id and is two jobs: each sees and ends its own, and the whole store neither", async () => {
  const whole = join(dir, `store${stores++}`);
  const [a, b] = ["a", "b"].map((letter) => open({}, join(whole, "subjects", letter.repeat(32))).jobs);
  const [mine, theirs] = [await a.start(call), await b.start(call)];
  assert.equal(mine.job.job_id, theirs.job.job_id);
  assert.deepEqual([mine.started, theirs.started], [true, true]);
  await a.cancel(mine.job.job_id);
  assert.equal((await b.look(theirs.job.job_id)).status, "pending");
  assert.deepEqual([(await a.list()).length, (await b.list()).length], [1, 1]);
  const { jobs } = open({}, whole);
  assert.deepEqual(await jobs.list(), []);
  await assert.rejects(jobs.cancel(mine.job.job_id), (error) => error instanceof Refusal);
});

test("an argument that no JSON keeps, and a store that cannot be written, are wrong calls", async () => {
  await assert.rejects(open().jobs.start({ ...call, arguments: { source: "\ud800" } }), BadCall);
  writeFileSync(join(dir, "file"), "");
  await assert.rejects(open({}, join(dir, "file", "store")).jobs.start(call), BadCall);
});

test("a process that cannot be started is a failed job that says so", async () => {
  const { jobs } = open({ env: { HUGE: "x".repeat(4_000_000) } });
  const { job } = await jobs.start(call);
  assert.deepEqual([job.status, job.error?.kind], ["failed", "internal"]);
  assert.match(job.error?.message ?? "", /^its process could not be started: /);
});
