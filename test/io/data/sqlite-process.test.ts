import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import Sqlite from "libsql";
import { columnsOf } from "../../../src/io/data/sql.ts";
import { sqliteColumns } from "../../../src/io/data/sqlite.ts";
import { answerStatement } from "../../../src/io/data/sqlite-statement.ts";
import { inFolder } from "../../support/folder.ts";
import { isRunning } from "../../support/job-store.ts";
import { until } from "../../support/patience.ts";
import { root } from "../../support/root.ts";
import { statementWorld } from "../../support/run.ts";

/** Gives no row, ever, and comes back to no JavaScript. */
const ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) AS n FROM c";

function inPlant(body: (dir: string) => Promise<void>): Promise<void> {
  return inFolder({}, async (dir) => {
    const db = new Sqlite("plant.db");
    db.exec("CREATE TABLE t (day TEXT, v REAL); INSERT INTO t VALUES ('2024-01-01', 1), ('2024-01-02', 2.5)");
    db.close();
    await body(dir);
  });
}

/** Processes that `pid` started and that have not ended. */
function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        // PID (NAME) STATE PARENT …
        const [state, parent] = readFileSync(`/proc/${name}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ");
        return Number(parent) === pid && state !== "Z";
      } catch {
        return false;
      }
    })
    .map(Number);
}

const run = (query: string, world = statementWorld, limit?: number) =>
  sqliteColumns("plant.db", "plant.db", { query }, world, limit);

const refused = (check: string) => (error: Error & { details?: { check?: string } }) => {
  assert.equal(error.name, "SourceUnavailable", error.stack);
  return error.details?.check === check;
};

test("an endless statement is refused at the time limit by name, and so is one that takes too much memory", () =>
  inPlant(async () => {
    await assert.rejects(run(ENDLESS, statementWorld, 300), refused("time_limit"));
    // The text would be longer than a string can be, over which the package ends its process.
    await assert.rejects(run("SELECT hex(zeroblob(300000000)) AS a"), refused("memory"));
    assert.deepEqual(await run("SELECT * FROM t"), { day: ["2024-01-01", "2024-01-02"], v: [1, 2.5] });
  }));

test("parameters without a value, and values without a parameter, are refused: they were NULL, or left out", () =>
  inPlant(async () => {
    const ask = (query: string, ...query_params: string[]) =>
      sqliteColumns("plant.db", "plant.db", { query, query_params }, statementWorld);
    const after = "SELECT v FROM t WHERE v > ? AND day < ?3 ORDER BY v LIMIT ?2";
    for (const given of [[], ["0"], ["0", "5"]])
      await assert.rejects(ask(after, ...given), {
        message: new RegExp(`has 3 parameters, and ${given.length} values? came; give query_params one value for each`),
      });
    assert.deepEqual(await ask(after, "0", "5", "2025"), { v: [1, 2.5] });
    await assert.rejects(ask("SELECT v FROM t", "0"), /has 0 parameters, and 1 value came/);
    assert.deepEqual(await ask("SELECT v FROM t WHERE v > :least", "1"), { v: [2.5] });
    assert.deepEqual(await ask("SELECT v FROM t WHERE 1 OR v > ?", "1"), { v: [1, 2.5] }, "one that changes nothing");
    assert.deepEqual(await ask("SELECT v FROM t WHERE abs(v) > CAST(? AS REAL)", "1"), { v: [2.5] });
  }));

test("rows without end are refused when they take more than can be kept", () =>
  inPlant(async () => {
    const sql = `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n, printf('%.900000c', 'x') AS s FROM c`;
    let last = "";
    await answerStatement({ path: "plant.db", ref: "plant.db", sql, params: [] }, (line) => {
      last = line.length < 1000 ? line.toString() : "";
    });
    assert.equal(JSON.parse(last).refused.details.check, "bytes_at_once");
    const rows = new Array(401).fill(["x".repeat(1_000_000)]);
    assert.throws(() => columnsOf(["a"], rows, "postgres://host/db"), refused("bytes_at_once"));
    // As JSON 0.1 + 0.2 is 19 characters and a quote two, and a comma stands behind each.
    const cells = [[0.1 + 0.2, '"']];
    assert.deepEqual(columnsOf(["a", "b"], cells, "postgres://host/db", 25), { a: [0.1 + 0.2], b: ['"'] });
    assert.throws(() => columnsOf(["a", "b"], cells, "postgres://host/db", 24), refused("bytes_at_once"));
  }));

test("a cancelled statement ends with its process", () =>
  inPlant(async () => {
    const cancel = new AbortController();
    const running = run(ENDLESS, { ...statementWorld, signal: cancel.signal });
    cancel.abort();
    await assert.rejects(running, { name: "AbortError" });
    if (existsSync("/proc/self/stat")) assert.deepEqual(childrenOf(process.pid), []);
    await assert.rejects(run("SELECT 1", { ...statementWorld, signal: cancel.signal }), { name: "AbortError" });
  }));

const noProc = { skip: !existsSync("/proc/self/stat") };
const load = { source: "plant.db", query: ENDLESS };

test("a statement whose caller was killed ends by itself", noProc, () =>
  inPlant(async (cwd) => {
    const words = ["data", "load", load.source, "--query", load.query];
    const caller = spawn(process.execPath, [join(root, "dist/liquet.js"), ...words], { cwd, stdio: "ignore" });
    const statement = await until("its process", () => childrenOf(Number(caller.pid))[0]);
    caller.kill("SIGKILL");
    await until("its end", () => !isRunning(statement));
  }),
);

test("over MCP a cancelled call leaves no statement behind", noProc, () =>
  inPlant(async (cwd) => {
    const server = spawn(process.execPath, [join(root, "dist/liquet-mcp.js"), "--root", cwd], {
      cwd,
      env: { ...process.env, LIQUET_STORE: join(cwd, "store") },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const say = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const clientInfo = { name: "t", version: "1" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    say({ id: 0, method: "initialize", params });
    say({ method: "notifications/initialized" });
    say({ id: 1, method: "tools/call", params: { name: "data_load", arguments: load } });
    const statement = await until("its process", () => childrenOf(Number(server.pid))[0]);
    say({ method: "notifications/cancelled", params: { requestId: 1 } });
    await until("its end", () => !isRunning(statement));
    server.stdin.end();
  }),
);
