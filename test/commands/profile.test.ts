import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder, metaJson, seriesCsv } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

type Fields = Record<string, Record<string, unknown>>;

async function profileOf(...argv: string[]): Promise<Fields> {
  const { exit, document, stderr } = await runJson(["profile", ...argv]);
  assert.equal(exit, 0, stderr);
  return document as Fields;
}

const DAY = "2024-01-01T00:00:00Z";
const minutes = (n: number, value = (i: number) => i % 7) =>
  seriesCsv({ start: DAY, step_s: 60, values: Array.from({ length: n }, (_, i) => value(i)) });

/** Drops the rows of minutes `from` to `to`. */
function without(csv: string, from: number, to: number): string {
  return csv
    .split("\n")
    .filter((_, line) => line <= from || line > to + 1)
    .join("\n");
}

test("a stated window without rows is refused, not an answer with coverage 0", () =>
  inFolder({ "a.csv": minutes(10) }, async () => {
    const { exit, document } = await runJson(["profile", "a.csv", "--window", "2025-01-01"]);
    assert.equal(exit, 3);
    assert.equal(document.error_type, "EmptyWindow");
    assert.match(document.cause as string, /^csv:a: 0 rows in the window 2025-01-01T00:00:00Z\/2025-01-02T00:00:00Z/);
  }));

test("an archive without rows has no extent to take as the window", () =>
  inFolder({ "a.csv": "timestamp,value,quality\n" }, async () => {
    const { exit, document } = await runJson(["profile", "a.csv"]);
    assert.deepEqual([exit, document.error_type], [3, "SchemaError"]);
  }));

test("a bare date leaves the next midnight to the next day", () =>
  inFolder({ "a.csv": minutes(1441) }, async () => {
    const day = await profileOf("a.csv", "--window", "2024-01-01");
    assert.equal(day.timestamps.audited, 1440);
    assert.equal(day.coverage.edge_slack_end_s, 60);
    const stated = await profileOf("a.csv", "--window", "2024-01-01T00:00:00Z/2024-01-02T00:00:00Z");
    assert.equal(stated.timestamps.audited, 1441);
  }));

test("an unknown zone is a bad call before any file is opened", async () => {
  const { exit, stderr } = await runCli(["profile", "there-is-no-such-file.csv", "--tz", "Europe/Lodnon"]);
  assert.equal(exit, 2);
  assert.match(stderr, /^error: tz: 'Europe\/Lodnon' is not an IANA time zone name/);
});

test("clock changes are listed for every zone that is asked for", () =>
  inFolder({ "a.csv": minutes(3) }, async () => {
    const argv = [
      "a.csv",
      "--window",
      "2023-12-01T00:00:00Z/2024-04-15T00:00:00Z",
      "--tz",
      "Europe/Berlin",
      "--tz",
      "America/New_York",
    ];
    const { timestamps } = await profileOf(...argv);
    const found = (timestamps.dst_transitions as { tz: string; instant: string }[]).map(
      ({ tz, instant }) => `${tz} ${instant}`,
    );
    assert.deepEqual(found, ["Europe/Berlin 2024-03-31T01:00:00Z", "America/New_York 2024-03-10T07:00:00Z"]);
  }));

test("--scan-off explains a gap, and coverage is lost all the same", () =>
  inFolder({ "a.csv": without(minutes(240), 100, 159) }, async () => {
    const before = await profileOf("a.csv");
    const after = await profileOf("a.csv", "--scan-off", "2024-01-01T01:40:00Z/2024-01-01T02:40:00Z");
    assert.deepEqual(classes(before), ["unknown"]);
    assert.deepEqual(classes(after), ["scan_off"]);
    assert.equal(after.coverage.coverage, before.coverage.coverage);
  }));

test("--peer tells a common outage and lends the flatline verdict eyes", () =>
  inFolder(
    {
      "a.csv": without(
        minutes(240, () => 5),
        100,
        159,
      ),
      "b.csv": without(minutes(240), 101, 158),
    },
    async () => {
      assert.equal((await profileOf("a.csv", "--flatline")).flatline.verdict, "NOT ASSESSED");
      const found = await profileOf("a.csv", "--flatline", "--peer", "b.csv");
      assert.deepEqual(classes(found), ["comm_outage_multitag"]);
      assert.equal(found.flatline.verdict, "FLATLINE SUSPECTED");
      const read = (found as unknown as { provenance: { archive: string }[] }).provenance;
      assert.deepEqual(
        read.map(({ archive }) => archive),
        ["a.csv", "b.csv"],
      );
    },
  ));

function classes(f: Fields): string[] {
  return (f.coverage.gaps as { class: string }[]).map((gap) => gap.class);
}

test("the flatline verdict reads the history before the window; without --flatline it is null", () =>
  inFolder({ "a.csv": minutes(600, (i) => (i < 560 ? i % 7 : 3)) }, async () => {
    const window = ["--window", "2024-01-01T09:00:00Z/2024-01-01T09:59:00Z"];
    assert.equal((await profileOf("a.csv", ...window)).flatline, null);
    const { verdict, reference_windows } = (await profileOf("a.csv", ...window, "--flatline")).flatline;
    assert.deepEqual([verdict, reference_windows], ["FLATLINE SUSPECTED", 9]); // 540 min hold nine windows of 59 min
  }));

test("±infinity is no value, and is counted", () =>
  inFolder(
    { "a.csv": `timestamp,value,quality\n${DAY},1,GOOD\n2024-01-01T00:01:00Z,inf,GOOD\n2024-01-01T00:02:00Z,3,GOOD\n` },
    async () => {
      const { values, coverage } = await profileOf("a.csv", "--basis", "EVENT_WEIGHTED");
      assert.deepEqual([values.n_non_finite, values.n_good, values.max, values.mean], [1, 2, 3, 2]);
      assert.equal(coverage.good_coverage, 0.5);
    },
  ));

test("an hour of BAD rows is covered, but not by GOOD values", () =>
  inFolder({ "a.csv": minutes(121).replaceAll(/(T01:.*),GOOD/g, "$1,BAD") }, async () => {
    const { coverage } = await profileOf("a.csv");
    assert.equal(coverage.coverage, 1);
    assert.equal(coverage.good_coverage, 0.5); // 00:00 to 01:00 of two hours
  }));

/** 1000 minutes, then 500 gaps of 5 to 9 minutes, 90 codes nobody knows. */
function ragged(): string {
  const rows = Array.from({ length: 1000 }, (_, i) => row(i * 60, `code ${i % 90}`));
  for (let i = 0, at = 60_000; i < 500; i++, at += 300 + 60 * (i % 5)) rows.push(row(at, "GOOD"));
  return `timestamp,value,quality\n${rows.join("\n")}\n`;
}

function row(second: number, quality: string): string {
  const at = new Date(Date.parse(DAY) + second * 1000).toISOString();
  return `${at},${second % 13},${quality}`;
}

test("a default answer stays below 8 kB; what it leaves out is counted, and the longest gaps are shown", () =>
  inFolder({ "a.csv": ragged() }, async () => {
    const { stdout, document } = await runJson(["profile", "a.csv", "--flatline"]);
    assert.ok(stdout.length < 8192, `${stdout.length} bytes`);
    const { coverage, quality } = document as Fields;
    const shown = coverage.gaps as { duration_s: number; start: string }[];
    assert.deepEqual([shown.length, coverage.n_gaps, coverage.gaps_dropped], [40, 499, 459]);
    assert.ok(shown.every((gap) => gap.duration_s === 540));
    assert.deepEqual(
      shown.map((gap) => gap.start),
      shown.map((gap) => gap.start).sort(),
    );
    assert.deepEqual([(quality.unmapped_codes as string[]).length, quality.unmapped_codes_dropped], [10, 80]);
  }));

test("--max-runs all lifts the caps, and 0 lists nothing", () =>
  inFolder({ "a.csv": ragged() }, async () => {
    const all = await profileOf("a.csv", "--max-runs", "all");
    assert.deepEqual([(all.coverage.gaps as unknown[]).length, all.coverage.gaps_dropped], [499, 0]);
    const none = await profileOf("a.csv", "--max-runs", "0");
    assert.deepEqual([(none.coverage.gaps as unknown[]).length, none.coverage.gaps_dropped], [0, 499]);
    assert.equal((await runCli(["profile", "a.csv", "--max-runs", "-1"])).exit, 2);
  }));

test("lines of text stay below 80 columns", () =>
  inFolder({ "a.csv": ragged() }, async () => {
    const { stdout } = await runCli(["profile", "a.csv", "--flatline", "--tz", "America/New_York"]);
    assert.deepEqual(
      stdout.split("\n").filter((line) => line.length >= 80),
      [],
    );
    assert.match(stdout, /\(\+459 more gaps\)/);
  }));

test("codes that look like OPC DA are said to, in JSON and in text, and 192 stays UNCERTAIN", () =>
  inFolder({ "a.csv": minutes(20).replaceAll("GOOD", "192"), "a.meta.json": metaJson("X") }, async () => {
    const { quality } = await profileOf("a.csv");
    assert.equal(quality.unmapped_look_like_opc_da, true);
    assert.deepEqual(quality.counts, { GOOD: 0, UNCERTAIN: 20, BAD: 0 });
    assert.match((await runCli(["profile", "a.csv"])).stdout, /look like OPC DA/);
  }));

test("a declared 0 that a writer turned into 0.0 stays BAD", () =>
  inFolder(
    {
      "a.csv": minutes(4).replace(/GOOD/, "0.0").replaceAll("GOOD", "192.0"),
      "a.meta.json": metaJson("X", { quality_codes: { "0": "BAD", "192": "GOOD" } }),
    },
    async () => {
      assert.deepEqual((await profileOf("a.csv")).quality.counts, { GOOD: 3, UNCERTAIN: 0, BAD: 1 });
    },
  ));
