import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import Sqlite from "libsql";
import * as z from "zod/mini";
import { evidenceSchema } from "../../src/contract/command.ts";
import { loadCommand } from "../../src/surface/registry.ts";
import { callJson, type Document, isRunning, type JobStore, jobStore } from "../support/job-store.ts";

let dir: string;
const open: JobStore[] = [];
/** A query of SQLite that never ends: native code, which neither a signal nor the end of a thread interrupts. */
const ENDLESS = [
  "sqlite:x.db",
  "--query",
  "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x FROM c WHERE x < 0",
];
/** One that takes a second or so. */
const SLOW = [
  "sqlite:x.db",
  "--query",
  "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c LIMIT 3000000) SELECT x AS t, x AS y FROM c WHERE x < 9",
];
const load = (...words: string[]) => ["data", "load", ...words, "--run-async"];

before(() => {
  dir = mkdtempSync(join(tmpdir(), "liquet-jobs-cwd-"));
  new Sqlite(join(dir, "x.db")).exec("CREATE TABLE a (t, y)");
  writeFileSync(join(dir, "a.csv"), "t,y\n0,1\n1,2\n2,4\n");
  writeFileSync(join(dir, "two.csv"), "t,a,b\n0,1,2\n1,2,3\n");
  writeFileSync(
    join(dir, "long.csv"),
    `t,y\n${Array.from({ length: 900_000 }, (_, i) => `${i},${i % 97}`).join("\n")}\n`,
  );
});
after(async () => {
  for (const store of open) await store.close();
  rmSync(dir, { recursive: true, force: true });
});

function fresh(env: Record<string, string> = {}): JobStore {
  const store = jobStore(dir, env);
  open.push(store);
  return store;
}

const ended = ({ status }: Document) => !["pending", "running"].includes(status);
const running = ({ status }: Document) => status === "running";

test("the answer of a job is the synchronous one byte for byte, evidence and refusal, with every digit of its call", async () => {
  const store = fresh();
  const digits = ["--data", '{"y":[0.12345678901234567,2,3]}'];
  for (const words of [["a.csv"], ["two.csv"], ["demo:airline"], digits]) {
    const sync = await store.run("data", "load", ...words, "--json");
    const { job_id, started, call } = await store.ask(...load(...words));
    assert.equal(started, true);
    // How it is run is no part of what is asked.
    if (sync.exit === 0) assert.deepEqual(call, JSON.parse(sync.stdout).call);
    await store.until(job_id, ended);
    const { stdout } = await store.run("jobs", "status", job_id, "--json");
    assert.equal(JSON.parse(stdout).status, "completed");
    assert.ok(stdout.includes(`,"result":${sync.stdout.trimEnd()},`), words.join(" "));
  }
});

test("asking again for finished work gives its record and answer at once; a changed or another folder's file is other work", async () => {
  const store = fresh();
  writeFileSync(join(dir, "b.csv"), "t,y\n0,1\n1,2\n");
  const { job_id } = await store.ask(...load("b.csv"));
  await store.until(job_id, ended);
  const again = await store.ask(...load("b.csv"));
  assert.deepEqual([again.job_id, again.status, again.started, again.attempt], [job_id, "completed", false, 1]);
  assert.equal((again.result as Document).result_kind, "evidence");
  const elsewhere = jobStore(store.folder, { LIQUET_STORE: store.folder });
  writeFileSync(join(store.folder, "b.csv"), "t,y\n0,5\n1,6\n");
  assert.notEqual((await elsewhere.ask(...load("b.csv"))).job_id, job_id);
  assert.equal((await elsewhere.ask(...load(join(dir, "b.csv")))).started, true);
  rmSync(elsewhere.folder, { recursive: true });
  // An answer that was deleted is computed again.
  rmSync(join(store.folder, "jobs", job_id, "1.result.json"));
  assert.equal((await store.ask(...load("b.csv"))).attempt, 2);
  utimesSync(join(dir, "b.csv"), 1, 1);
  assert.notEqual((await store.ask(...load("b.csv"))).job_id, job_id);
});

test("a wrong call starts nothing, and one that is found wrong later is a failed job that says so", async () => {
  const store = fresh();
  const misspelt = await store.run(...load("a.csv", "--frequencee", "D"));
  assert.equal(misspelt.exit, 2);
  const stdin = await store.run(...load("-"));
  assert.deepEqual(
    [stdin.exit, stdin.stderr],
    [2, "error: source: '-' (stdin) ends with this call and a job outlives it; name a file\n"],
  );
  for (const url of ["postgres://me:secret@localhost/db", "https://token@example.com/a.csv"]) {
    const { exit, stderr } = await store.run(...load(url, "--query", "SELECT 1"));
    assert.deepEqual([exit, stderr.includes("no secret is written into it")], [2, true]);
  }
  const { total } = await store.ask("jobs", "list");
  assert.equal(total, 0);
  // A dash that is no source is what it always was.
  const { job_id } = await store.ask(...load("absent.csv", "--na", "-"));
  const { status, error } = await store.until(job_id, ended);
  assert.deepEqual(
    [status, error],
    ["failed", { kind: "bad_call", message: "cannot open 'absent.csv': no such file" }],
  );
});

test("progress is seen while a job runs, and a cancel ends it for good", async () => {
  const store = fresh();
  // Once it is read, the fit takes hours.
  const spec = "ARIMA(order=(3,1,3), seasonal_order=(2,0,2,24))";
  const { job_id } = await store.ask("forecast", "fit", "long.csv", "--spec", spec, "--run-async");
  const seen = await store.until(job_id, (job) => ended(job) || job.progress !== null);
  const progress = seen.progress as { label: string; done: number; total: number; percentage: number };
  assert.match(progress.label, /^(reading long\.csv|fitting ARIMA.* to 900000 rows)$/);
  assert.ok(Math.abs(progress.percentage - (100 * progress.done) / progress.total) < 1e-9);
  const cancelled = await store.ask("jobs", "cancel", job_id);
  assert.deepEqual([cancelled.status, cancelled.process_gone], ["cancelled", true]);
  assert.equal((await store.ask("jobs", "status", job_id)).status, "cancelled");
  assert.deepEqual((await store.ask("jobs", "cancel", job_id)).cancelled, false);
});

test("a cancel ends even a loop of native code, and the same call starts the job again", async () => {
  const store = fresh();
  // The CLI's own streams end although the worker runs: it holds none of them.
  const { job_id } = await store.ask(...load(...ENDLESS));
  await store.until(job_id, running);
  const { pid } = store.beat(job_id).worker;
  const { status, process_gone } = await store.ask("jobs", "cancel", job_id);
  assert.deepEqual([status, process_gone, isRunning(pid)], ["cancelled", true, false]);
  const again = await store.ask(...load(...ENDLESS));
  assert.deepEqual([again.job_id, again.started, again.attempt], [job_id, true, 2]);
  await store.ask("jobs", "cancel", job_id);
});

test("a job whose worker was killed is failed for whoever looks, and the same call starts it again", async () => {
  const store = fresh();
  const { job_id } = await store.ask(...load(...ENDLESS));
  await store.until(job_id, running);
  process.kill(store.beat(job_id).worker.pid, "SIGKILL");
  const lost = await store.until(job_id, ended);
  assert.deepEqual([lost.status, (lost.error as Document).kind], ["failed", "lost"]);
  assert.match(String((lost.error as Document).message), /^its worker \(process \d+\) has ended without an answer/);
  assert.equal((await store.ask(...load(...ENDLESS))).attempt, 2);
  await store.until(job_id, running);
});

test("a worker that is told to end (SIGTERM) leaves a failed job and no process", async () => {
  const store = fresh();
  const { job_id } = await store.ask(...load(...ENDLESS));
  await store.until(job_id, running);
  const { pid } = store.beat(job_id).worker;
  process.kill(pid, "SIGTERM");
  const { error } = await store.until(job_id, (job) => ended(job) && !isRunning(pid));
  assert.equal((error as Document).kind, "stopped");
});

test("ten processes that start one job at once start one worker", async () => {
  const store = fresh();
  const asked = await Promise.all(Array.from({ length: 10 }, () => store.ask(...load(...SLOW))));
  assert.equal(new Set(asked.map(({ job_id }) => job_id)).size, 1);
  assert.equal(asked.filter(({ started }) => started).length, 1);
  const { job_id, attempt } = await store.until(asked[0].job_id, ended);
  assert.equal(attempt, 1);
  const starts = readdirSync(join(store.folder, "jobs", job_id)).filter((name) => name.endsWith(".start.json"));
  assert.deepEqual(starts, ["1.start.json"]);
});

test("jobs beyond the number that may run wait for their turn, and get it when the one before is killed", async () => {
  const store = fresh({ LIQUET_MAX_JOBS: "1" });
  const first = await store.ask(...load(...ENDLESS));
  await store.until(first.job_id, running);
  const second = await store.ask(...load("a.csv"));
  const third = await store.ask(...load("demo:nile"));
  await store.until(second.job_id, () => store.hasBeat(second.job_id));
  const waits = await store.ask("jobs", "status", second.job_id);
  assert.deepEqual([waits.status, waits.elapsed_seconds_reason], ["pending", "it waits for its turn"]);
  assert.equal((await store.ask("jobs", "cancel", third.job_id)).status, "cancelled");
  process.kill(store.beat(first.job_id).worker.pid, "SIGKILL");
  assert.equal((await store.until(second.job_id, ended)).status, "completed");
});

test("a job of the terminal is seen and cancelled over MCP, one of MCP on the terminal, with the same id", async () => {
  const store = fresh();
  const client = await store.mcp();
  const args = { source: ENDLESS[0], query: ENDLESS[2], run_async: true };
  const mine = await store.ask(...load(...ENDLESS));
  assert.equal((await callJson(client, "data_load", args)).job_id, mine.job_id);
  assert.equal((await callJson(client, "jobs_cancel", { job_id: mine.job_id })).process_gone, true);
  assert.equal((await store.ask("jobs", "status", mine.job_id)).status, "cancelled");
  const theirs = await callJson(client, "data_load", args);
  assert.deepEqual([theirs.job_id, theirs.started], [mine.job_id, true]);
  assert.equal((await store.ask("jobs", "cancel", mine.job_id)).status, "cancelled");
  const listed = await callJson(client, "jobs_list", { status: "CANCELLED" });
  assert.deepEqual([listed.total, (listed.jobs as Document[])[0].job_id], [1, mine.job_id]);
  await client.close();
});

test("a server that is killed loses no job: it completes", async () => {
  const store = fresh();
  const client = await store.mcp();
  const { job_id } = await callJson(client, "data_load", { source: SLOW[0], query: SLOW[2], run_async: true });
  process.kill(Number((client.transport as unknown as { pid: number }).pid), "SIGKILL");
  const { status, result } = await store.until(job_id, ended);
  assert.deepEqual([status, (result as Document).result_kind], ["completed", "evidence"]);
});

test("a server's folders hold in its jobs, and do not show it what was read outside of them", async () => {
  const store = fresh();
  const { job_id } = await store.ask(...load("a.csv"));
  await store.until(job_id, ended);
  writeFileSync(join(store.folder, "inside.csv"), "t,y\n0,1\n1,2\n");
  const client = await store.mcp("--root", store.folder);
  const shown = await callJson(client, "jobs_status", { job_id });
  assert.deepEqual([shown.status, shown.result], ["completed", null]);
  assert.match(String(shown.result_reason), /more folders may be read/);
  // Made under the server's own limits, the same call is a wrong one.
  const own = await callJson(client, "data_load", { source: join(dir, "a.csv"), run_async: true });
  const failed = await store.until(own.job_id, ended);
  assert.match(String((failed.error as Document).message), /outside the folders/);
  const inside = await callJson(client, "data_load", { source: join(store.folder, "inside.csv"), run_async: true });
  await store.until(inside.job_id, ended);
  const seen = await callJson(client, "jobs_status", { job_id: inside.job_id });
  assert.equal((seen.result as Document).result_kind, "evidence");
  // Nothing here may use the network.
  const url = await callJson(client, "data_load", { source: "https://example.com/a.csv", run_async: true });
  assert.match(String(((await store.until(url.job_id, ended)).error as Document).message), /network/);
  await client.close();
});

test("the list pages, newest first and without answers; a record is deleted when it has ended", async () => {
  const store = fresh();
  const ids: string[] = [];
  for (const name of ["airline", "nile", "sunspots"].slice(0, 2)) {
    const { job_id } = await store.ask(...load(`demo:${name}`));
    ids.unshift((await store.until(job_id, ended)).job_id);
  }
  const list = await store.ask("jobs", "list", "--limit", "1");
  assert.deepEqual([list.total, list.has_more], [2, true]);
  const [newest] = list.jobs as Document[];
  assert.deepEqual([newest.job_id, newest.result, newest.status], [ids[0], undefined, "completed"]);
  const next = await store.ask("jobs", "list", "--limit", "1", "--offset", "1", "--status", "Completed");
  assert.deepEqual([(next.jobs as Document[])[0].job_id, next.has_more], [ids[1], false]);
  assert.equal((await store.ask("jobs", "list", "--status", "failed")).total, 0);
  const small = await store.ask("jobs", "status", ids[0], "--max-bytes", "10");
  assert.equal(small.result, null);
  assert.match(String(small.result_reason), /^it has \d+ bytes; ask jobs status for it with max_bytes all$/);
  const gone = await store.ask("jobs", "cancel", ids[0], "--delete");
  assert.deepEqual([gone.cancelled, gone.deleted], [false, true]);
  assert.equal((await store.ask("jobs", "status", ids[0])).error_type, "UnknownHandle");
  assert.equal((await store.ask("jobs", "list")).total, 1);
});

test("what jobs answer fits their schemas, a failed, a cancelled and a completed one", async () => {
  const store = fresh();
  const airline = await store.ask(...load("demo:airline"));
  const absent = await store.ask(...load("absent.csv"));
  for (const { job_id } of [airline, absent]) {
    await store.until(job_id, ended);
    await fits("jobs status", await store.ask("jobs", "status", job_id));
    await fits("jobs cancel", await store.ask("jobs", "cancel", job_id));
  }
  await fits("jobs list", await store.ask("jobs", "list"));
});

async function fits(
  name: string,
  { result_kind, liquet_version, call, provenance, ...fields }: Document,
): Promise<void> {
  const parsed = z.parse(evidenceSchema(await loadCommand(name)), fields);
  assert.equal(JSON.stringify(parsed), JSON.stringify(fields));
}
