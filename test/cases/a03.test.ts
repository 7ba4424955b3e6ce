import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { inFolder, metaJson } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

const NAIVE = `timestamp,value,quality
2018-10-28 01:45:00,1,GOOD
2018-10-28 02:00:00,2,GOOD
2018-10-28 02:00:00,3,GOOD
2018-10-28 02:30:00,4,GOOD
2018-10-28 02:30:00,5,GOOD
2018-10-28 03:00:00,6,GOOD
`;
const OFFSETS = `timestamp,value,quality
2018-10-28T01:45:00+02:00,1,GOOD
2018-10-28T02:00:00+02:00,2,GOOD
2018-10-28T02:30:00+02:00,3,GOOD
2018-10-28T02:00:00+01:00,4,GOOD
2018-10-28T02:30:00+01:00,5,GOOD
2018-10-28T03:00:00+01:00,6,GOOD
`;
const FILES = { "naive.csv": NAIVE, "offsets.csv": OFFSETS, "m.json": metaJson("X") };

test("A03: a repeated hour that row order does not settle is refused, text and zone named", () =>
  inFolder(FILES, async () => {
    const { exit, document } = await runJson([
      "ingest",
      "naive.csv",
      "--out",
      "n.parquet",
      "--meta",
      "m.json",
      "--tz",
      "Europe/Berlin",
    ]);
    assert.deepEqual([exit, document.error_type], [3, "SchemaError"]);
    assert.match(document.cause as string, /'2018-10-28 02:00:00' in data row 2 .*Europe\/Berlin/);
    assert.equal(existsSync("n.parquet"), false);
  }));

test("A03: without a zone the missing offset is refused", () =>
  inFolder(FILES, async () => {
    const { exit, document } = await runJson(["ingest", "naive.csv", "--out", "n.parquet", "--meta", "m.json"]);
    assert.deepEqual([exit, document.error_type], [3, "SchemaError"]);
    assert.match(document.cause as string, /no UTC offset/);
  }));

test("A03: offsets tell the two passes apart", () =>
  inFolder(FILES, async () => {
    assert.equal((await runJson(["ingest", "offsets.csv", "--out", "o.parquet", "--meta", "m.json"])).exit, 0);
    const { document } = await runJson(["profile", "o.parquet"]);
    assert.deepEqual(document.window, { start: "2018-10-27T23:45:00Z", end: "2018-10-28T02:00:00Z", duration_s: 8100 });
    const { audited, duplicates, non_monotonic } = document.timestamps as Record<string, number>;
    assert.deepEqual([audited, duplicates, non_monotonic], [6, 0, 0]);
  }));
