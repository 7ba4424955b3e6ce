import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import Sqlite from "libsql";
import { fetchUrl, isPrivate } from "../../../src/io/data/fetch-url.ts";
import { environmentFor, postgresColumns } from "../../../src/io/data/postgres.ts";
import { sqliteColumns } from "../../../src/io/data/sqlite.ts";
import { inFolder } from "../../support/folder.ts";
import { statementWorld } from "../../support/run.ts";

const { signal } = new AbortController();

test("a query reads rows of its database: it writes no file, reads none, attaches none and runs nothing further", () =>
  inFolder({ "secret.txt": "hidden" }, async () => {
    const db = new Sqlite("plant.db");
    db.exec("CREATE TABLE t (day TEXT, v REAL); INSERT INTO t VALUES ('2024-01-01', 1), ('2024-01-02', 2)");
    // A file may bring statements of its own along; the library keeps such functions out of views by itself.
    db.exec("CREATE VIEW w AS SELECT writefile('by-view.txt', 'x') AS a, 1 AS b");
    db.close();
    const run = (query: string) => sqliteColumns("plant.db", "plant.db", { query }, statementWorld);
    for (const query of [
      "SELECT writefile('made.txt', 'x') AS a, 1 AS b",
      "SELECT \"WriteFile\"('made.txt', 'x') AS a",
      "SELECT length(readfile('secret.txt')) AS a",
      "SELECT name FROM fsdir('.')",
      "SELECT sha3_query('ATTACH ''made.db'' AS x') AS a",
      "/* SELECT */ ATTACH 'made.db' AS x",
      "PRAGMA journal_mode = WAL",
      "-- SELECT\nVACUUM INTO 'made.db'",
    ])
      await assert.rejects(run(query), /query: '|is no SELECT/, query);
    await assert.rejects(run("SELECT * FROM w"));
    await assert.rejects(run("SELECT * FROM t; DROP TABLE t"), { name: "SourceUnavailable" });
    await assert.rejects(run("SELECT hex(zeroblob(600000)) AS a"), /more than 1000000 bytes/);
    for (const name of ["made.txt", "made.db", "by-view.txt"]) assert.equal(existsSync(name), false, name);
  }));

test("a query may end in a semicolon or a comment, and start with one", () =>
  inFolder({}, async () => {
    const db = new Sqlite("plant.db");
    db.exec('CREATE TABLE t ("a ""b" REAL); INSERT INTO t VALUES (1.5)');
    db.close();
    const run = (query: string, query_params?: string[]) =>
      sqliteColumns("plant.db", "plant.db", { query, query_params }, statementWorld);
    assert.deepEqual(await run("-- one\n/* two */ SELECT * FROM t;"), { 'a "b': [1.5] });
    assert.deepEqual(await run("WITH q AS (SELECT 2 AS c) SELECT c FROM q WHERE c < ? -- three", ["3"]), { c: [2] });
    const named = await run('SELECT 1 AS "__proto__", 2 AS "constructor"');
    assert.deepEqual(Object.entries(named), [
      ["__proto__", [1]],
      ["constructor", [2]],
    ]);
  }));

test("a password of the environment goes to the server of PGHOST and no other", async () => {
  const env = { PGHOST: "db.plant", PGPASSWORD: "x", LIQUET_DEV_AUTH_SECRET: "y" };
  assert.equal(environmentFor("postgres://me@db.plant/d", env), env);
  assert.equal(environmentFor("postgres:///d", env), env);
  assert.deepEqual(environmentFor("postgres://me@elsewhere/d", env), { PGPORT: undefined });
  assert.deepEqual(environmentFor("postgres:///d?host=elsewhere", env), { PGPORT: undefined });
  for (const url of ["postgres://me:$PGPASSWORD@elsewhere/d", "postgres://$PGUSER@elsewhere/d"])
    assert.throws(() => environmentFor(url, env), /only to the server of PGHOST/);
  await assert.rejects(
    postgresColumns("postgres://me:$LIQUET_DEV_AUTH_SECRET@db.plant/d", { table: "t" }, env),
    /is not a variable/,
  );
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

test("a redirect to a name is looked up anew, however lately that name was asked itself", async () => {
  const inner = createServer((_, reply) => reply.end("a"));
  const port = await listening(inner);
  const outer = createServer((_, reply) => reply.writeHead(302, { location: `http://localhost:${port}/` }).end());
  const at = await listening(outer);
  try {
    assert.equal(String(await fetchUrl(`http://localhost:${port}/`, signal)), "a");
    await assert.rejects(
      fetchUrl(`http://127.0.0.1:${at}/`, signal),
      /a redirect to localhost, which is the private address/,
    );
  } finally {
    for (const server of [inner, outer]) server.close();
  }
});

test("the address where a machine keeps its credentials is not asked, whoever names it and however", async () => {
  for (const host of [
    "169.254.169.254",
    "2852039166",
    "0xa9fea9fe",
    "[::ffff:169.254.169.254]",
    "[fe80::1]",
    "[fd00:ec2::254]",
  ])
    await assert.rejects(fetchUrl(`http://${host}/latest.csv`, signal), /link-local address/, host);
  for (const address of ["::7f00:1", "2002:7f00:1::", "64:ff9b:1::7f00:1", "fec0::1"])
    assert.ok(isPrivate(address), address);
});

test("the package does not find a password by itself that it was not given", async () => {
  let given: Record<string, unknown> = {};
  class Client {
    constructor(config: Record<string, unknown>) {
      given = config;
    }
    connect = async () => Promise.reject(new Error("nobody there"));
    query = async () => ({ fields: [], rows: [] });
    end = async () => {};
  }
  const load = async () => ({ default: { Client } });
  await postgresColumns("postgres://me@elsewhere/d", { table: "t" }, {}, load).catch(() => {});
  // An absent or empty one is what it would look up.
  assert.equal((given.password as () => string)(), "");
  await postgresColumns("postgres://me@db.plant/d", { table: "t" }, { PGPASSWORD: "x" }, load).catch(() => {});
  assert.equal((given.password as () => string)(), "x");
});
