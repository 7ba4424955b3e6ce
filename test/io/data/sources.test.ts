import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import Sqlite from "libsql";
import { isPrivate } from "../../../src/io/data/fetch-url.ts";
import { postgresColumns } from "../../../src/io/data/postgres.ts";
import { answerStatement } from "../../../src/io/data/sqlite-statement.ts";
import { xlsxTable } from "../../../src/io/data/xlsx-table.ts";
import { inFolder } from "../../support/folder.ts";
import { root } from "../../support/root.ts";
import { runCli, runJson, testStore } from "../../support/run.ts";

const workbook = join(root, "test/fixtures/data/sales.xlsx");
type Refused = Error & { details: { check: string } };
const refusedAs = (name: string, check?: string) => (error: unknown) =>
  (error as Error).name === name && (check === undefined || (error as Refused).details.check === check);
const absent = async () => {
  throw new Error("not installed");
};

test("a sheet of a workbook loads by its name: date cells are labels, an empty cell is missing", async () => {
  const flags = ["--sheet", "Sales 2024", "--target-column", "Sold", "--exog-columns", "Price"];
  const { document } = await runJson(["data", "load", workbook, ...flags]);
  const series = document.series as { index: object; frequency: string; target: object; exog: { n_missing: number }[] };
  assert.deepEqual(series.index, { kind: "civil", column: "Month", tz: null, first: "2024-01-01", last: "2024-03-01" });
  assert.deepEqual([series.frequency, series.exog[0].n_missing], ["MS", 1]);
  assert.deepEqual(document.columns_unused, ["Region"]);
});

test("a sheet that is not there is refused with those that are; a file that is no workbook, and a package that is absent", async () => {
  const { document } = await runJson(["data", "load", workbook, "--sheet", "Sales"]);
  assert.deepEqual((document.details as { observed: string[] }).observed, ["Notes", "Sales 2024"]);
  await assert.rejects(
    xlsxTable(Buffer.from("a,b\n1,2\n"), undefined, "a.xlsx", new Set()),
    refusedAs("SchemaError", "workbook"),
  );
  const bomb = readFileSync(workbook);
  // The unpacked size of the first entry, as the archive's directory states it.
  bomb.writeUInt32LE(0xffffffff, bomb.indexOf(Buffer.from("PK\x01\x02", "latin1")) + 24);
  await assert.rejects(xlsxTable(bomb, undefined, "a.xlsx", new Set()), refusedAs("SchemaError", "workbook_size"));
  const torn = readFileSync(workbook);
  torn.fill(0, 200, 600);
  await assert.rejects(xlsxTable(torn, undefined, "a.xlsx", new Set()), refusedAs("SchemaError", "workbook"));
  await assert.rejects(xlsxTable(torn, undefined, "a.xlsx", new Set(), absent), refusedAs("PackageMissing"));
});

test("a SQLite file is read with a bound query and never written; its rows stay behind the handle", async () => {
  await inFolder({}, async () => {
    const db = new Sqlite("plant.db");
    db.exec(
      "CREATE TABLE flow (day TEXT, site TEXT, v REAL); INSERT INTO flow VALUES ('2024-01-01','a',1.5),('2024-01-02','a',2.5),('2024-01-01','b',9)",
    );
    db.close();
    const query = ["--query", "SELECT day, v FROM flow WHERE site = ? ORDER BY day", "--query-params", "a"];
    const { document } = await runJson(["data", "load", "plant.db", ...query]);
    const series = document.series as { n_rows: number; frequency: string };
    assert.deepEqual([series.n_rows, series.frequency], [2, "D"]);
    const after = new Sqlite("plant.db");
    after.exec("DELETE FROM flow");
    after.close();
    assert.equal((await runJson(["data", "inspect", String(document.handle)])).exit, 0);
    const refused = async (...argv: string[]) =>
      (await runJson(["data", "load", "sqlite:plant.db", ...argv])).document.error_type;
    assert.equal(await refused("--query", "DELETE FROM flow"), "SourceUnavailable");
    assert.equal(await refused("--query", "SELECT * FROM nothing"), "SourceUnavailable");
    assert.equal(await refused("--query", "SELECT day AS a, v AS a FROM flow"), "SchemaError");
    assert.match((await runCli(["data", "load", "plant.db"])).stderr, /^error: query: a database needs/);
    assert.match(
      (await runCli(["data", "load", "plant.db", "--table", "flow; DROP TABLE flow"])).stderr,
      /^error: table: /,
    );
    const said: string[] = [];
    const request = { path: "plant.db", ref: "plant.db", sql: "SELECT 1", params: [] };
    await answerStatement(request, (line) => said.push(line.toString()), absent);
    assert.equal(JSON.parse(said[0]).refused.name, "PackageMissing");
  });
});

test("a password is neither taken nor shown; only variables made for it stand in a URL", async () => {
  const bad = (url: string, env = {}) => postgresColumns(url, { table: "t" }, env, absent);
  await assert.rejects(
    bad("postgres://me:secret@host/db"),
    (error: Error) => error.name === "BadCall" && !error.message.includes("secret"),
  );
  await assert.rejects(
    bad("postgres://me:%E0%A4%A@host/db"),
    (error: Error) => error.name === "BadCall" && /a % of the URL/.test(error.message),
  );
  await assert.rejects(bad("postgres://me:$AWS_SECRET@host/db", { AWS_SECRET: "x" }), /\$AWS_SECRET is not a variable/);
  await assert.rejects(bad("postgres://me:$PGPASSWORD@host/db"), /PGPASSWORD is not set/);
  await assert.rejects(bad("postgres://me:$PGPASSWORD@host/db", { PGPASSWORD: "x" }), refusedAs("PackageMissing"));
  await assert.rejects(
    postgresColumns("postgres://me@127.0.0.1:1/db", { table: "t" }, {}),
    refusedAs("SourceUnavailable"),
  );
});

const CSV = "date,y\n2024-01-01,1\n2024-01-02,2\n";
let server: Server;
let other: Server;
const at = (which: Server) => `http://127.0.0.1:${(which.address() as AddressInfo).port}`;
before(async () => {
  other = createServer((_, reply) => reply.end(CSV));
  server = createServer((request, reply) => {
    const redirect = (location: string) => reply.writeHead(302, { location }).end();
    if (request.url === "/y.csv") return reply.end(CSV);
    if (request.url === "/moved.csv") return redirect("/y.csv");
    if (request.url === "/away.csv") return redirect(`${at(other)}/y.csv`);
    if (request.url === "/by-name.csv")
      return redirect(`http://localhost:${(other.address() as AddressInfo).port}/y.csv`);
    if (request.url === "/file.csv") return redirect("file:///etc/passwd");
    if (request.url === "/loop.csv") return redirect("/loop.csv");
    return reply.writeHead(404).end();
  });
  for (const each of [server, other]) await new Promise<void>((resolve) => each.listen(0, "127.0.0.1", resolve));
});
after(() => {
  server.close();
  other.close();
});

test("a URL is downloaded once: its rows stay behind the handle, which is that of the same file", async () => {
  const { document } = await runJson(["data", "load", `${at(server)}/y.csv`]);
  assert.equal((document.series as { n_rows: number }).n_rows, 2);
  assert.equal((await runJson(["data", "load", `${at(server)}/moved.csv`])).document.handle, document.handle);
  await inFolder({ "y.csv": CSV }, async () => {
    assert.equal((await runJson(["data", "load", "y.csv"])).document.handle, document.handle);
  });
  assert.equal((await runJson(["data", "inspect", String(document.handle)])).exit, 0);
});

test("over MCP a URL is read only by a server that was given leave", async () => {
  const answerOf = async (...flags: string[]) => {
    const client = new Client({ name: "network", version: "1" });
    const args = [join(root, "dist/liquet.js"), "mcp", "--store", testStore, ...flags];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const result = await client.callTool({ name: "data_load", arguments: { source: `${at(server)}/y.csv` } });
    await client.close();
    return (result.content as { text: string }[])[0].text;
  };
  assert.match(await answerOf(), /^error: source: URLs are not read on this server; start it with --allow-network/);
  assert.equal(
    await answerOf("--allow-network"),
    (await runCli(["data", "load", `${at(server)}/y.csv`, "--json"])).stdout,
  );
});

test("a redirect to another private place, in a circle or to a file is refused; so is an error and no answer", async () => {
  const cause = async (path: string) => {
    const { document, stderr } = await runJson([
      "data",
      "load",
      path.startsWith("http") ? path : `${at(server)}${path}`,
    ]);
    return document.error_type === "SourceUnavailable" ? String(document.cause) : stderr;
  };
  assert.match(await cause("/away.csv"), /redirect to the private address 127\.0\.0\.1/);
  assert.match(await cause("/by-name.csv"), /redirect to localhost, which is the private address/);
  assert.match(await cause("/file.csv"), /^error: source: file: URLs are not read/);
  assert.match(await cause("/loop.csv"), /more than 5 redirects/);
  assert.match(await cause("/none.csv"), /answered 404/);
  assert.match(await cause("http://127.0.0.1:1/y.csv"), /ECONNREFUSED/);
  assert.match(await cause("http://user:pass@host/y.csv"), /^error: source: credentials are not written/);
});

test("private addresses are known in every spelling", () => {
  for (const address of [
    "127.0.0.1",
    "10.1.2.3",
    "172.31.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "::1",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
  ]) {
    assert.ok(isPrivate(address), address);
  }
  for (const address of ["8.8.8.8", "172.32.0.1", "2606:4700::1111", "192.169.0.1"])
    assert.ok(!isPrivate(address), address);
});
