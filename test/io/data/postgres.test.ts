import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { until } from "../../support/patience.ts";
import { runCli, runJson } from "../../support/run.ts";

/** Where Debian puts the server's programs; the newest version. */
const bin = newestServer("/usr/lib/postgresql");
const skip = bin === null && "no PostgreSQL server is installed (Debian's postgresql)";
const database = "plant";
let dir: string;
let server: ChildProcess;
let port: number;

function newestServer(folder: string): string | null {
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => join(folder, version, "bin"))
    .find((each) => existsSync(join(each, "initdb")));
  return found ?? null;
}

/** The server does not run as root; Debian's package makes a user for it. */
function owner(): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {};
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" })));
  return { uid, gid };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port: free } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return free;
}

before(async () => {
  if (bin === null) return;
  dir = mkdtempSync(join(tmpdir(), "liquet-pg-"));
  const as = owner();
  if (as.uid !== undefined) chownSync(dir, as.uid, as.gid ?? 0);
  chmodSync(dir, 0o700);
  const data = join(dir, "data");
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, { ...as, cwd: dir, stdio: "pipe" });
  run("initdb", "-D", data, "-A", "trust", "-U", "liquet", "--no-sync", "--locale=C");
  const start = async () => {
    port = await freePort();
    server = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", dir, "-F"], {
      ...as,
      cwd: dir,
      stdio: "ignore",
    });
  };
  await start();
  const psql = (db: string, sql: string) =>
    run("psql", "-h", "127.0.0.1", "-p", String(port), "-U", "liquet", "-d", db, "-qc", sql);
  await until("a database", async () => {
    // Another program may have taken the port meanwhile.
    if (server.exitCode !== null) await start();
    try {
      psql("postgres", `CREATE DATABASE ${database}`);
      return true;
    } catch {
      return false;
    }
  });
  psql(
    database,
    `CREATE TABLE flow (at timestamptz, site text, v numeric(20,10), big bigint);
     INSERT INTO flow SELECT timestamptz '2024-03-30 23:00+00' + n * interval '1 hour', 'a', n + 0.1234567891, 9007199254740993 FROM generate_series(0, 5) n;
     INSERT INTO flow VALUES ('2024-03-31 05:00+00', 'a', NULL, 1), ('2024-03-31 05:00+00', 'b', 1, 1)`,
  );
});
after(async () => {
  if (bin === null) return;
  const ended = new Promise((resolve) => server.on("exit", resolve));
  server.kill("SIGQUIT");
  await ended;
  rmSync(dir, { recursive: true, force: true });
});

const source = () => `postgres://liquet@127.0.0.1:${port}/${database}`;
const load = (...argv: string[]) => runJson(["data", "load", source(), ...argv]);

test("a bound query is read with its instants and decimals exact, and its rows stay behind the handle", {
  skip,
}, async () => {
  const query = "SELECT at, v FROM flow WHERE site = $1 ORDER BY at";
  const { document } = await load("--query", query, "--query-params", "a");
  const series = document.series as {
    n_rows: number;
    frequency: string;
    index: { first: string; kind: string };
    checks: { n_duplicate_labels: number };
  };
  assert.deepEqual([series.n_rows, series.index.kind, series.index.first], [7, "instant", "2024-03-30T23:00:00Z"]);
  assert.equal(series.frequency, "h");
  const { document: rows } = await runJson([
    "data",
    "transform",
    String(document.handle),
    "--action",
    "convert",
    "--to",
    "array",
  ]);
  assert.deepEqual((rows.array as number[]).slice(0, 2), [0.1234567891, 1.1234567891]);
  assert.equal(JSON.stringify(document).includes("SELECT"), true, "the call is echoed");
  assert.equal(String(document.recipe).includes("SELECT"), false, "the recipe holds content alone");
});

test("a table is read whole by its name", { skip }, async () => {
  const { document } = await load("--table", "flow", "--target-column", "v", "--time-column", "at");
  assert.equal((document.series as { n_rows: number }).n_rows, 8);
});

test("nothing can be written: not by a statement, not by a second one, not through a function", { skip }, async () => {
  const attempts = [
    "DELETE FROM flow",
    "SELECT 1 AS v; COMMIT; DROP TABLE flow",
    "SELECT nextval('s') AS v",
    "WITH gone AS (DELETE FROM flow RETURNING v) SELECT v FROM gone",
  ];
  for (const query of attempts)
    assert.equal((await load("--query", query)).document.error_type, "SourceUnavailable", query);
  const { document } = await load("--query", "SELECT count(*) AS n FROM flow", "--target-column", "n");
  const { document: rows } = await runJson([
    "data",
    "transform",
    String(document.handle),
    "--action",
    "convert",
    "--to",
    "array",
  ]);
  assert.deepEqual(rows.array, [8]);
});

test("a wrong database and a wrong query are refused with the server's own words", { skip }, async () => {
  const { document } = await load("--query", "SELECT v FROM nothing");
  assert.match(String(document.cause), /relation "nothing" does not exist/);
  const wrong = await runJson(["data", "load", `postgres://liquet@127.0.0.1:${port}/none`, "--table", "flow"]);
  assert.match(String(wrong.document.cause), /database "none" does not exist/);
  assert.equal((await runCli(["data", "load", source()])).exit, 2);
});
