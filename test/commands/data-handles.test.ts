import assert from "node:assert/strict";
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { root } from "../support/root.ts";
import { runBuilt, runCli, runJson } from "../support/run.ts";

const DAILY = "timestamp,value\n2024-01-01,11\n2024-01-02,14\n2024-01-03,19\n2024-01-04,12\n";
let dir: string;
before(() => {
  dir = mkdtempSync(join(tmpdir(), "liquet-data-"));
  process.chdir(dir);
});
after(() => {
  process.chdir(root);
  rmSync(dir, { recursive: true, force: true });
});

/** A file of its own for each test, and a store of its own. */
function place(name: string, content = DAILY): { path: string; env: { LIQUET_STORE: string } } {
  mkdirSync(join(dir, name));
  const path = join(name, "y.csv");
  writeFileSync(path, content);
  return { path, env: { LIQUET_STORE: join(dir, name, "store") } };
}
const load = async (path: string, env: { LIQUET_STORE: string }, ...more: string[]) => {
  const { document } = await runJson(["data", "load", path, ...more], { env });
  assert.equal(document.result_kind, "evidence", JSON.stringify(document));
  return String(document.handle);
};
const inspect = (handle: string, env: { LIQUET_STORE: string }) => runJson(["data", "inspect", handle], { env });

test("the same load has the same handle in this process, in others at once, and in another store", async () => {
  const { path, env } = place("same");
  const handle = await load(path, env);
  const others = await Promise.all(
    Array.from({ length: 4 }, () => runBuilt(["data", "load", path, "--json"], { cwd: dir, env })),
  );
  for (const { stdout } of others) assert.equal(JSON.parse(stdout).handle, handle);
  assert.equal(await load(path, { LIQUET_STORE: join(dir, "same/other") }), handle);
  // The name and the folder of a file are no part of it, nor are options that say what was found anyway.
  copyFileSync(path, "same/copy.csv");
  const said = [
    "--target-column",
    "value",
    "--time-column",
    "timestamp",
    "--sep",
    ",",
    "--decimal",
    ".",
    "--encoding",
    "UTF8",
  ];
  assert.equal(await load("same/copy.csv", env, ...said), handle);
});

test("the terminal's bytes are those of the MCP tool, and each finds the other's handles", async () => {
  const { path, env } = place("mcp");
  const client = new Client({ name: "data", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, "dist/liquet.js"), "mcp", "--root", dir, "--store", env.LIQUET_STORE],
      cwd: dir,
    }),
  );
  const call = async (name: string, args: Record<string, unknown>) =>
    ((await client.callTool({ name, arguments: args })).content as { text: string }[])[0].text;
  const text = await call("data_load", { source: path });
  assert.equal(text, (await runCli(["data", "load", path, "--json"], { env })).stdout);
  const handle = JSON.parse(text).handle;
  assert.equal((await inspect(handle, env)).exit, 0);
  const split = await runJson(["data", "split", handle, "--fh", "1"], { env });
  assert.equal(JSON.parse(await call("data_inspect", { data_handle: split.document.train_handle })).series.n_rows, 3);
  assert.match(
    await call("data_load", { source: "https://example.org/a.csv" }),
    /^error: source: URLs are not read.*--allow-network/,
  );
  assert.match(await call("data_load", { source: "postgres://host/db", table: "t" }), /^error: .*--allow-network/);
  assert.match(await call("data_load", { source: "/etc/hostname" }), /^error: .*outside the folders/);
  await client.close();
});

test("--store names the folder, before or after the command, and beats LIQUET_STORE", async () => {
  const { path, env } = place("store");
  const other = join(dir, "store/chosen");
  const { document } = await runJson(["--store", other, "data", "load", path], { env });
  const handle = String(document.handle);
  assert.equal((await inspect(handle, env)).document.error_type, "UnknownHandle");
  assert.equal((await runJson(["data", "inspect", handle, "--store", other], { env })).exit, 0);
});

test("a file that was changed or removed is refused as DataChanged, until it is back; a moved one is found where it was loaded again", async () => {
  const { path, env } = place("changed");
  const handle = await load(path, env);
  const split = await runJson(["data", "split", handle, "--fh", "1"], { env });
  appendFileSync(path, "2024-01-05,13\n");
  for (const name of [handle, String(split.document.train_handle)]) {
    const { exit, document } = await inspect(name, env);
    assert.deepEqual([exit, document.error_type], [3, "DataChanged"]);
  }
  const { cause, details } = (await inspect(handle, env)).document as {
    cause: string;
    details: Record<string, unknown>;
  };
  assert.match(cause, /4 rows then, 5 now, 1 after the last label, 0 earlier values revised/);
  assert.deepEqual([details.rows_appended, details.values_revised, details.first_revised], [1, 0, null]);
  writeFileSync(path, DAILY.replace("02,14", "02,15"));
  const revised = (await inspect(handle, env)).document.details as Record<string, unknown>;
  assert.deepEqual([revised.values_revised, revised.first_revised], [1, "2024-01-02"]);
  writeFileSync(path, "no longer a table");
  assert.equal((await inspect(handle, env)).document.error_type, "DataChanged");
  writeFileSync(path, DAILY);
  assert.equal((await inspect(handle, env)).exit, 0);
  renameSync(path, "changed/moved.csv");
  const gone = await inspect(handle, env);
  assert.match(String(gone.document.cause), /y\.csv is gone/);
  assert.equal(await load("changed/moved.csv", env), handle);
  assert.equal((await inspect(handle, env)).exit, 0);
});

test("deleting what was kept costs time and no answer", async () => {
  const { path, env } = place("deleted");
  const handle = await load(path, env);
  const { document } = await runJson(["data", "split", handle, "--fh", "2"], { env });
  const first = await inspect(String(document.test_handle), env);
  rmSync(join(env.LIQUET_STORE, "results"), { recursive: true });
  assert.equal((await inspect(String(document.test_handle), env)).stdout, first.stdout);
});

test("an unknown handle is refused with the known ones and how to make it; what is no handle is a bad call", async () => {
  const { path, env } = place("unknown");
  const handle = await load(path, env);
  const { exit, document } = await inspect("data_000000000000", env);
  assert.deepEqual([exit, document.error_type], [3, "UnknownHandle"]);
  assert.deepEqual((document.details as { known: string[] }).known, [handle]);
  assert.match(String(document.cause), /liquet data load/);
  assert.equal((await inspect("fit_000000000000", env)).exit, 2);
});

test("rows given inline or on stdin are kept: the handle works without them, and the call echoes it", async () => {
  const env = { LIQUET_STORE: join(dir, "inline-store") };
  const n = 60;
  const data = { t: Array.from({ length: n }, (_, i) => i), y: Array.from({ length: n }, (_, i) => i * i) };
  const inline = await runJson(["data", "load", "--data", JSON.stringify(data)], { env });
  const handle = String(inline.document.handle);
  const { arguments: args } = inline.document.call as { arguments: Record<string, unknown> };
  assert.deepEqual([args.source, args.data], [handle, undefined]);
  assert.equal((await inspect(handle, env)).exit, 0);
  writeFileSync("answer.json", inline.stdout);
  const replayed = await runJson(["replay", "answer.json"], { env });
  assert.deepEqual([replayed.document.verdict, replayed.document.differing_fields], ["same", []]);
  const piped = await runJson(["data", "load", "-"], { env, stdin: DAILY });
  const filed = place("piped");
  assert.equal(piped.document.handle, await load(filed.path, filed.env));
  assert.equal((await inspect(String(piped.document.handle), env)).exit, 0);
});

test("rows may be given as columns or as a list of rows; when their content is gone the handle is unknown", async () => {
  const env = { LIQUET_STORE: join(dir, "rows-store") };
  const given = async (data: unknown) =>
    (await runJson(["data", "load", "--data", JSON.stringify(data)], { env })).document;
  const columns = await given({ t: ["2024-01", "2024-02"], y: [1, 2] });
  const records = await given([
    { t: "2024-01", y: 1 },
    { t: "2024-02", y: 2 },
  ]);
  assert.deepEqual(records.series, columns.series);
  assert.match((await runCli(["data", "load", "--data", "{"], { env })).stderr, /^error: data: '\{' is not JSON/);
  rmSync(join(env.LIQUET_STORE, "contents"), { recursive: true });
  assert.equal((await inspect(String(columns.handle), env)).document.error_type, "UnknownHandle");
});

test("a handle whose file lies outside a server's roots is not opened there", async () => {
  const { path, env } = place("outside");
  const handle = await load(path, env);
  mkdirSync("inside");
  const client = new Client({ name: "roots", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, "dist/liquet.js"), "mcp", "--root", join(dir, "inside"), "--store", env.LIQUET_STORE],
      cwd: dir,
    }),
  );
  const result = await client.callTool({ name: "data_inspect", arguments: { data_handle: handle } });
  assert.match((result.content as { text: string }[])[0].text, /^error: .*outside the folders/);
  await client.close();
});

test("a handle keeps the columns it was loaded with; its file is read anew only for another layout or more options", async () => {
  const { path, env } = place("again", "curve,t,value,kind\na,0,1,p\na,1,2,p\nb,0,3,q\nb,1,4,q\n");
  const curves = await load(path, env, "--as", "curves", "--label-column", "kind");
  assert.equal(await load(curves, env, "--as", "curves"), curves);
  const series = await load(curves, env, "--target-column", "value");
  assert.equal(await load(path, env, "--target-column", "value"), series);
  assert.equal(await load(series, env, "--as", "curves", "--label-column", "kind"), curves);
  assert.equal(await load("demo:bumps", env, "--as", "curves"), await load("demo:bumps", env));
});

test("a handle of a .tsv file is read with tabs wherever its bytes are found", async () => {
  const { path, env } = place("tabs", DAILY.replaceAll(",", "\t"));
  renameSync(path, "tabs/y.tsv");
  const handle = await load("tabs/y.tsv", env);
  renameSync("tabs/y.tsv", "tabs/y.txt");
  assert.equal(await load("tabs/y.txt", env, "--sep", "tab"), handle);
  rmSync(join(env.LIQUET_STORE, "results"), { recursive: true });
  assert.equal((await inspect(handle, env)).exit, 0);
});

test("a load that is cancelled ends as cancelled", async () => {
  const { path, env } = place("cancelled");
  const cancel = new AbortController();
  cancel.abort();
  assert.equal((await runCli(["data", "load", path], { env, signal: cancel.signal })).exit, 130);
});

test("release forgets a handle but not what others are made of", async () => {
  const { path, env } = place("release");
  const handle = await load(path, env);
  const { document } = await runJson(["data", "split", handle, "--fh", "1"], { env });
  const kept = await runJson(["data", "release", handle], { env });
  assert.equal(kept.document.recipe_removed, false);
  assert.deepEqual(
    new Set(kept.document.dependents as string[]),
    new Set([document.train_handle, document.test_handle]),
  );
  assert.equal((await inspect(String(document.test_handle), env)).exit, 0);
  for (const child of [document.train_handle, document.test_handle])
    await runJson(["data", "release", String(child)], { env });
  assert.equal((await runJson(["data", "release", handle], { env })).document.recipe_removed, true);
  assert.equal((await inspect(handle, env)).document.error_type, "UnknownHandle");
  assert.equal(await load(path, env), handle);
});

test("the list shows handles, newest first, and counts those it leaves out", async () => {
  const { path, env } = place("list");
  await load(path, env);
  await load("demo:nile", env);
  const { stdout } = await runCli(["data", "list", "--only", "handles"], { env });
  const rows = stdout.split("\n").filter((line) => line.includes("data_"));
  assert.ok(rows.length > 1);
  for (const row of rows) assert.match(row, /^ {2}data_[0-9a-f]{12} {3}\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {3}\S+/);
  const { document } = await runJson(["data", "list", "--only", "handles", "--limit", "1"], { env });
  assert.deepEqual([document.handles_total, document.handles_dropped, document.demos], [2, 1, []]);
});

test("a store that cannot be written does not stop one-off work", async () => {
  writeFileSync("not-a-folder", "");
  const { exit, document } = await runJson(["data", "inspect", "demo:airline"], {
    env: { LIQUET_STORE: "not-a-folder" },
  });
  assert.deepEqual([exit, document.handle], [0, "data_7c96cd30cc76"]);
});

test("a handle that no store kept is not handed out where it is the point of the answer", async () => {
  writeFileSync("not-a-folder", "");
  for (const words of [
    ["data", "load", "demo:airline"],
    ["forecast", "fit", "demo:airline", "--spec", "naive"],
  ]) {
    const { exit, stderr } = await runCli(words, { env: { LIQUET_STORE: "not-a-folder" } });
    assert.equal(exit, 2, stderr);
    assert.match(stderr, /cannot write to the store '.*not-a-folder', so (data|fit)_[0-9a-f]{12} would be unknown/);
  }
});
