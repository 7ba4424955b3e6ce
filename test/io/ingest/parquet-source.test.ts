import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import type { IngestRequest } from "../../../src/io/ingest/request.ts";
import { inFolder, metaJson } from "../../support/folder.ts";
import { rowsOf, runIngest } from "../../support/ingest.ts";
import { root } from "../../support/root.ts";

/** Ingests a parquet file that pandas or pyarrow wrote (test/fixtures/ingest/make.py). */
async function ingested(name: string, more: Partial<IngestRequest> = {}, meta = metaJson("X")) {
  const bytes = readFileSync(join(root, `test/fixtures/ingest/${name}.parquet`));
  return inFolder({ "x.parquet": bytes, "m.json": meta }, async () => {
    const log: string[] = [];
    await runIngest({ source: "x.parquet", out: "out.parquet", meta: "m.json", ...more }, log);
    return { rows: await rowsOf("out.parquet"), log };
  });
}

const refused = (name: string, pattern: RegExp, more: Partial<IngestRequest> = {}) =>
  assert.rejects(ingested(name, more), (error) => {
    assert.ok(error instanceof Refusal && error.name === "SchemaError", String(error));
    assert.match(error.message, pattern);
    return true;
  });

test("naive timestamps of pandas need --tz and are placed by the zone's rules", async () => {
  await refused("naive", /'2018-10-28 00:30:00' in data row 1 has no UTC offset/);
  assert.deepEqual((await ingested("naive", { tz: "Europe/Berlin" })).rows, [
    ["2018-10-27T22:30:00Z", 1.5, "GOOD"],
    ["2018-10-27T23:30:00Z", null, "BAD"],
    ["2018-10-28T02:00:00Z", -3, null],
  ]);
});

test("zoned timestamps are instants, and integer qualities are stored as they are spelled", async () =>
  assert.deepEqual((await ingested("zoned")).rows, [
    ["2018-10-27T22:30:00Z", 1, "192"],
    ["2018-10-27T23:30:00Z", 2, "0"],
    ["2018-10-28T02:00:00Z", 3, "24"],
  ]));

test("texts are read by the rules of CSV; qualities that a null made floats are whole numbers again", async () => {
  const meta = metaJson("X", { quality_codes: { "No Data": "BAD" } });
  assert.deepEqual((await ingested("text", { tz: "UTC" }, meta)).rows, [
    ["2018-10-28T00:30:00Z", 1.5, "192"],
    ["2018-10-28T01:30:00Z", "No Data", null],
    ["2018-10-28T03:00:00Z", -3, "0"],
  ]);
  await refused("text", /'No Data' \(1 row\)/, { tz: "UTC" });
});

test("nanoseconds are cut to the microsecond", async () => {
  const { rows } = await ingested("nanos");
  assert.deepEqual(
    rows.map(([t, v]) => [t, v]),
    [
      ["2018-10-27T22:30:00Z", 1],
      ["2018-10-27T23:30:00Z", 2],
      ["2018-10-28T01:00:00Z", 3],
    ],
  );
});

test("integers are timestamps only when their unit is stated", async () => {
  await refused("epoch", /'1540679400000' in data row 1 is a bare number; .*--timestamp-unit/);
  assert.equal((await ingested("epoch", { timestamp_unit: "ms" })).rows[2][0], "2018-10-28T01:00:00Z");
});

test("dates are midnights of the zone", async () =>
  assert.deepEqual(
    (await ingested("date", { tz: "Europe/Berlin" })).rows.map(([t]) => t),
    ["2018-10-26T22:00:00Z", "2018-10-27T22:00:00Z", "2018-10-28T23:00:00Z"],
  ));

test("an empty timestamp is refused with its row", () => refused("hole", /'' in data row 2 is no timestamp/));

test("several tags are found out, and dealt by a dictionary column; nested columns are not looked at", async () => {
  await refused("long", /column 'tag' splits the 4 rows \(2 repeated timestamps\) into 2 series/);
  const bytes = readFileSync(join(root, "test/fixtures/ingest/long.parquet"));
  await inFolder({ "x.pq": bytes, "meta/A.json": metaJson("A"), "meta/B.json": metaJson("B") }, async () => {
    await runIngest({ source: "x.pq", tag_col: "tag", out: "out", meta_dir: "meta" });
    assert.deepEqual(
      (await rowsOf("out/B.parquet")).map(([, v]) => v),
      [10, 20],
    );
  });
  await refused("long", /column 'history' is nested/, { value_col: "history" });
  await refused("long", /column 'timestamp' is TIMESTAMP and cannot be read as values/, { value_col: "timestamp" });
});

test("an archive can be ingested again, and what is no parquet file is refused", async () => {
  await inFolder(
    { "x.csv": "timestamp,value,quality\n2024-01-01T00:00:00Z,7,GOOD\n", "m.json": metaJson("X") },
    async () => {
      await runIngest({ source: "x.csv", out: "a.parquet", meta: "m.json" });
      await runIngest({ source: "a.parquet", out: "b.parquet", meta: "m.json" });
      assert.deepEqual(await rowsOf("b.parquet"), await rowsOf("a.parquet"));
    },
  );
  await inFolder({ "x.parquet": "timestamp,value\n", "m.json": metaJson("X") }, () =>
    assert.rejects(runIngest({ source: "x.parquet", out: "b.parquet", meta: "m.json" }), Refusal),
  );
});

test("CSV options on parquet are a bad call", () => assert.rejects(ingested("zoned", { decimal: "," }), BadCall));
