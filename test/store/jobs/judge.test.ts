import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { judgedAttempt } from "../../../src/store/jobs/judge.ts";
import { fateOf, signalProcess, thisProcess } from "../../../src/store/jobs/process-id.ts";
import { type Attempt, type BeatFile, claim, readEnd, writeBeat, writeEnd } from "../../../src/store/jobs/run-files.ts";

const folder = mkdtempSync(join(tmpdir(), "liquet-judge-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const NOW = new Date("2026-01-01T00:00:00Z");
const now = () => NOW;
let made = 0;

function attempt(created_ms = NOW.getTime()): Attempt {
  const at = { folder, job_id: `job_${String(++made).padStart(12, "0")}`, attempt: 1 };
  const limits = { roots: [], allow_network: false, allow_write: false };
  const call = '{"arguments":{},"command":"data load","op":"job"}';
  assert.ok(claim(at, call, { token: "t", created_ms, version: "1", what: "", machine: {}, ...limits }));
  return at;
}

const beat = (more: Partial<BeatFile>): BeatFile => ({
  at_ms: NOW.getTime(),
  worker: thisProcess(),
  started_ms: NOW.getTime(),
  progress: null,
  stopped_ms: null,
  ...more,
});

test("of those who claim an attempt one does, and of those who end it one does: a late end changes nothing", () => {
  const at = attempt();
  assert.equal(claim(at, "{}", { token: "u" } as never), false);
  assert.equal(writeEnd(at, { status: "cancelled", ended_ms: 1, error: null }), true);
  assert.equal(writeEnd(at, { status: "completed", ended_ms: 2, error: null }), false);
  assert.equal(readEnd(at)?.status, "cancelled");
});

test("a process is told from a later one of its number, from a zombie, and from one of another machine", async () => {
  const me = thisProcess();
  assert.notEqual(fateOf(me), "dead");
  assert.equal(fateOf({ ...me, host: "elsewhere" }), "unknown");
  if (me.born !== null) assert.equal(fateOf({ ...me, born: "1" }), "dead");
  const child = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
  await once(child, "exit");
  const gone = { ...me, pid: Number(child.pid) };
  assert.equal(fateOf(gone), "dead");
  assert.equal(signalProcess(gone, "SIGKILL"), false);
});

test("a beat that stopped long ago, or lies ahead, and does not go on is lost; one that goes on is not", async () => {
  const elsewhere = { host: "elsewhere", pid: 1, born: "1" };
  const [old, ahead, live] = [-60_000, 60_000, -60_000].map((by) => {
    const at = attempt();
    writeBeat(at, beat({ worker: elsewhere, at_ms: NOW.getTime() + by }));
    return at;
  });
  const looks = [old, ahead, live].map((at) => judgedAttempt(at, now));
  writeBeat(live, beat({ worker: elsewhere, at_ms: NOW.getTime() - 59_000 }));
  const [first, second, third] = await Promise.all(looks);
  assert.deepEqual([first?.end?.status, first?.end?.error?.kind], ["failed", "lost"]);
  assert.equal(second?.end?.status, "failed");
  assert.equal(third?.end, null);
  // The job ended when it was last heard of.
  assert.equal(first?.end?.ended_ms, NOW.getTime() - 60_000);
});

test("a job whose worker never came is lost after half a minute, not before", async () => {
  assert.equal((await judgedAttempt(attempt(NOW.getTime() - 20_000), now))?.end, null);
  const late = await judgedAttempt(attempt(NOW.getTime() - 40_000), now);
  assert.match(late?.end?.error?.message ?? "", /^its worker never started/);
});
