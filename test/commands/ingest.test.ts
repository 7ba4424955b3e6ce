import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { inFolder, metaJson } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const TI = `Timestamp,TI3101.PV
2024-05-06T06:00:00Z,41.2
2024-05-06T06:05:00Z,I/O Timeout
2024-05-06T06:10:00Z,41.6
2024-05-06T06:15:00Z,Bad Input
2024-05-06T06:20:00Z,41.4
2024-05-06T06:25:00Z,No Data
2024-05-06T06:30:00Z,41.8
2024-05-06T06:35:00Z,41.5
`;
const CODES = { "I/O Timeout": "BAD", "Bad Input": "BAD", "No Data": "BAD" };
const FILES = {
  "ti.csv": TI,
  "ti.meta.json": metaJson("TI3101.PV", { unit_raw: "degC", quality_codes: CODES }),
  "bare.json": metaJson("TI3101.PV", { unit_raw: "degC" }),
};
const ARGS = ["--timestamp-col", "Timestamp", "--value-col", "TI3101.PV", "--assume-quality", "GOOD"];

test("A01: an export with digital states is ingested, each declared state BAD and none in a statistic", () =>
  inFolder(FILES, async () => {
    const { exit, stderr } = await runCli([
      "ingest",
      "ti.csv",
      "--out",
      "ti.parquet",
      "--meta",
      "ti.meta.json",
      ...ARGS,
    ]);
    assert.equal(exit, 0);
    assert.match(stderr, /warning: quality GOOD is assumed/);
    const { document } = await runJson(["profile", "ti.parquet", "--basis", "EVENT_WEIGHTED"]);
    const quality = document.quality as Record<string, unknown>;
    assert.deepEqual([quality.counts, quality.assumed_at_ingest], [{ GOOD: 5, UNCERTAIN: 0, BAD: 3 }, true]);
    const values = document.values as Record<string, unknown>;
    assert.deepEqual(
      [values.n_good, values.n_samples, values.mean, values.median, values.std],
      [5, 8, 41.5, 41.5, 0.22360679775],
    );
    assert.deepEqual(
      values.state_counts,
      Object.keys(CODES)
        .sort()
        .map((state) => ({ state, n: 1 })),
    );
  }));

test("A01: without quality_codes the three strings are refused and nothing is written", () =>
  inFolder(FILES, async () => {
    const { exit, document } = await runJson([
      "ingest",
      "ti.csv",
      "--out",
      "ti.parquet",
      "--meta",
      "bare.json",
      ...ARGS,
    ]);
    assert.deepEqual([exit, document.error_type], [3, "SchemaError"]);
    for (const state of Object.keys(CODES)) assert.ok((document.cause as string).includes(`'${state}' (1 row)`));
    assert.equal(existsSync("ti.parquet"), false);
  }));

test("A05: repeated instants are kept by ingest as they are by profile", () =>
  inFolder(
    {
      "d.csv":
        "timestamp,value,quality\n2024-01-01T00:01:00Z,11,GOOD\n2024-01-01T00:01:00Z,11,GOOD\n2024-01-01T00:02:00Z,12,GOOD\n2024-01-01T00:02:00Z,15,GOOD\n",
      "m.json": metaJson("D"),
    },
    async () => {
      const { document } = await runJson(["ingest", "d.csv", "--out", "d.parquet", "--meta", "m.json"]);
      assert.equal((document.archives as { rows: number }[])[0].rows, 4);
      const { duplicates_identical, duplicates_conflicting } = (await runJson(["profile", "d.parquet"])).document
        .timestamps as Record<string, number>;
      assert.deepEqual([duplicates_identical, duplicates_conflicting], [1, 1]);
    },
  ));

test("the text names what was written, the tag and its rows, and the zone", () =>
  inFolder({ "x.csv": "timestamp,value,quality\n2026-10-28 06:00:00,1,GOOD\n", "m.json": metaJson("X") }, async () => {
    const { stdout, stderr } = await runCli([
      "ingest",
      "x.csv",
      "--out",
      "x.parquet",
      "--meta",
      "m.json",
      "--tz",
      "Europe/Berlin",
    ]);
    assert.equal(
      stdout,
      "wrote     x.parquet\ntag       test:X   1 row   quality from column quality\ntz        Europe/Berlin -> UTC\n",
    );
    assert.equal(stderr, "");
  }));

test("ingest is not a tool over MCP unless writing is allowed", async () => {
  const { tools } = await import("liquet:tools");
  assert.equal(tools.ingest.writes, true);
});

test("a bare CSV is profiled as it is; without a quality column the way out is told", () =>
  inFolder(
    {
      "pump.csv": "timestamp,value,quality\n2024-01-01T00:00:00Z,1,GOOD\n2024-01-01T00:01:00Z,2,GOOD\n",
      "bare.csv": "timestamp,value\n2024-01-01T00:00:00Z,1\n",
    },
    async () => {
      assert.equal((await runJson(["profile", "pump.csv"])).document.tag, "csv:pump");
      const { exit, document } = await runJson(["profile", "bare.csv"]);
      assert.equal(exit, 3);
      assert.match(
        document.cause as string,
        /liquet ingest bare\.csv --out bare\.parquet --meta bare\.meta\.json --assume-quality GOOD/,
      );
      const piped = await runJson(["profile", "-"], {
        stdin: "timestamp,value,quality\n2024-01-01T00:00:00Z,1,GOOD\n2024-01-01T00:01:00Z,2,GOOD\n",
      });
      assert.equal(piped.document.tag, "csv:stdin");
    },
  ));
