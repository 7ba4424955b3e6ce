import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { close } from "../support/close.ts";
import { inFolder, metaJson, seriesCsv } from "../support/folder.ts";
import { referenceDemo } from "../support/reference-demo.ts";
import { runCli, runJson } from "../support/run.ts";

interface Segments extends Record<string, unknown> {
  breakpoints: string[];
  segments: { index: number; start: string; end: string; n: number; median: number; mad: number }[];
}

const demo = referenceDemo();
const minutes = (values: number[]) => seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 60, values });
/** `n` values around a level: −0.5, 0, 0.5, 0, … */
const level = (at: number, n: number) => Array.from({ length: n }, (_, i) => at + [-0.5, 0, 0.5, 0][i % 4]);

async function segmented(files: Record<string, string>, argv: string[]): Promise<Segments> {
  const run = await inFolder(files, () => runJson(["segment", ...argv]));
  assert.equal(run.exit, 0, run.stderr);
  return run.document as Segments;
}

async function refused(files: Record<string, string>, argv: string[]) {
  const run = await inFolder(files, () => runJson(["segment", ...argv]));
  assert.equal(run.exit, 3, run.stderr + run.stdout);
  return run.document as { error_type: string; cause: string; details: Record<string, unknown> };
}

test("the reference's demo: six segments, their medians and MADs, as it publishes them", async () => {
  const f = await segmented(demo, ["fic101.csv"]);
  assert.deepEqual(
    f.breakpoints.map((t) => t.slice(8, 16)),
    ["30T21:56", "31T00:10", "31T02:01", "31T02:30", "31T03:57"],
  );
  assert.deepEqual(
    f.segments.map(({ n }) => n),
    [116, 95, 111, 29, 86, 124],
  );
  const published = [62.5387, 61.6636, 62.5577, 100, 61.3738, 62.5249];
  for (const [i, { median }] of f.segments.entries()) close(median, published[i], 1e-5);
  close(f.segments[0].median, 62.538710933788664);
  close(f.segments[0].mad, 0.19109330985390827);
  assert.equal(f.segments[3].mad, 0);
  close(Number(f.penalty), 3 * Math.log(561));
  assert.deepEqual(
    [f.usable, f.censored, f.range_known, f.penalty_is_default, f.min_size],
    [561, true, true, true, 10],
  );
  assert.equal(f.method, "PELT L2 on MAD-scaled values");
  assert.equal((f.contract as { digest: string }).digest.slice(0, 12), "d59d433d9c62");
});

test("a breakpoint whose first sample follows a data-loss gap is marked", async () => {
  // Level 0 to 01:00, one hour of nothing, level 5 from 02:00; level 9 from 02:40 without a gap.
  const rows = [...level(0, 60), ...level(5, 40), ...level(9, 40)].map((v, i) => {
    const t = new Date(Date.UTC(2024, 0, 1, 0, i < 60 ? i : i + 60)).toISOString();
    return `${t},${v},GOOD`;
  });
  const files = { "x.csv": `timestamp,value,quality\n${rows.join("\n")}\n` };
  const argv = ["x.csv", "--scale", "none", "--penalty", "5"];
  const f = await segmented(files, argv);
  assert.deepEqual(f.breakpoints, ["2024-01-01T02:00:00Z", "2024-01-01T02:40:00Z"]);
  assert.deepEqual([f.n_breakpoints_at_gap, f.breakpoints_at_gap], [1, ["2024-01-01T02:00:00Z"]]);
  const { stdout } = await inFolder(files, () => runCli(["segment", ...argv]));
  assert.match(stdout, /2024-01-01 02:00:00Z {2}2024-01-01 02:39:00Z +40 +5\.000 +0\.2500 {2}gap\n/);
  assert.match(stdout, /2024-01-01 02:40:00Z {2}2024-01-01 03:19:00Z +40 +9\.000 +0\.2500\n/);
});

test("only GOOD finite values are cut, and the answer counts both", async () => {
  const values = [...level(0, 20), ...level(5, 20)];
  const rows = values.map((v, i) => {
    const [value, quality] = i === 5 ? ["900", "BAD"] : i === 6 ? ["Infinity", "GOOD"] : [String(v), "GOOD"];
    return `${new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString()},${value},${quality}`;
  });
  const f = await segmented({ "x.csv": `timestamp,value,quality\n${rows.join("\n")}\n` }, ["x.csv"]);
  assert.deepEqual([f.usable, f.n_samples, f.breakpoints], [38, 40, ["2024-01-01T00:20:00Z"]]);
  assert.equal(f.censored, null);
  assert.match(String(f.censored_reason), /no engineering range/);
});

test("long lists are cut at max-rows and counted", async () => {
  const csv = minutes(Array.from({ length: 50 }, (_, k) => level(k % 2 ? 9 : 0, 12)).flat());
  const argv = ["x.csv", "--scale", "none", "--penalty", "5"];
  const f = await segmented({ "x.csv": csv }, [...argv, "--max-rows", "3"]);
  assert.deepEqual([f.n_breakpoints, f.breakpoints.length, f.breakpoints_dropped], [49, 3, 46]);
  assert.deepEqual([f.n_segments, f.segments.length, f.segments_dropped], [50, 3, 47]);
  const all = await segmented({ "x.csv": csv }, [...argv, "--max-rows", "all"]);
  assert.deepEqual([all.segments.length, all.segments_dropped, all.breakpoints_dropped], [50, 0, 0]);
  const plain = await inFolder({ "x.csv": csv }, () => runJson(["segment", ...argv]));
  assert.ok(plain.stdout.length < 8192, String(plain.stdout.length));
});

test("an equal level throughout is one segment with its whole extent", async () => {
  const f = await segmented({ "x.csv": minutes(level(3, 40)) }, ["x.csv"]);
  assert.deepEqual(f.breakpoints, []);
  assert.deepEqual(
    f.segments.map(({ start, end, n }) => [start, end, n]),
    [["2024-01-01T00:00:00Z", "2024-01-01T00:39:00Z", 40]],
  );
  assert.equal(f.objective, f.cost);
});

test("fewer usable samples than two segments need are refused with both numbers", async () => {
  const { error_type, cause, details } = await refused({ "x.csv": minutes(level(0, 19)) }, ["x.csv"]);
  assert.equal(error_type, "InsufficientQuality");
  assert.match(cause, /19 usable samples; 20 required for two segments of min-size 10/);
  assert.deepEqual([details.observed, details.required], [19, 20]);
});

test("a MAD of 0 is refused, and --scale none with a penalty answers", async () => {
  const csv = minutes([...new Array<number>(25).fill(4), ...new Array<number>(15).fill(7)]);
  const { error_type, cause } = await refused({ "x.csv": csv }, ["x.csv"]);
  assert.equal(error_type, "NoSpread");
  assert.match(cause, /MAD of 40 usable samples is 0 \(25 equal 4\)/);
  const f = await segmented({ "x.csv": csv }, ["x.csv", "--scale", "none", "--penalty", "2"]);
  assert.deepEqual([f.breakpoints, f.scale, f.cost, f.objective], [["2024-01-01T00:25:00Z"], 1, 0, 2]);
  assert.equal(f.method, "PELT L2 on unscaled values");
});

test("a MODE tag is refused: its labels are the segments already", async () => {
  const files = { "x.csv": minutes(level(0, 40)), "x.meta.json": metaJson("X", { role: "MODE" }) };
  const { error_type, details } = await refused(files, ["x.csv"]);
  assert.deepEqual([error_type, details.tag], ["StateValuedTag", "test:X"]);
});

test("a value beside which the penalty vanishes in double precision is refused", async () => {
  const csv = minutes([...level(0, 20), 3e38, ...level(5, 20)]);
  const { error_type, details } = await refused({ "x.csv": csv }, ["x.csv"]);
  assert.deepEqual(
    [error_type, details.check, details.observed],
    ["InsufficientQuality", "penalty_resolved", [-0.5, 3e38]],
  );
});

test("calls that no data could make right are bad calls", async () => {
  await inFolder({ "x.csv": minutes(level(0, 40)) }, async () => {
    for (const [argv, line] of [
      [["--scale", "none"], /scale: none needs a penalty/],
      [["--penalty", "0"], /penalty/],
      [["--min-size", "0"], /min.size/],
      [["--min-size", "2.5"], /min.size/],
    ] as const) {
      const run = await runCli(["segment", "x.csv", ...argv]);
      assert.equal(run.exit, 2);
      assert.match(run.stderr, line);
    }
  });
});

test("--mode-out writes one state a row of any quality, which screen --mode takes; it never overwrites unasked", async () => {
  const rows = [...level(0, 40), ...level(5, 40)].map((v, i) => {
    return `${new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString()},${v},${i === 45 ? "BAD" : "GOOD"}`;
  });
  const files = {
    "x.csv": `timestamp,value,quality\n${rows.join("\n")}\n`,
    "x.meta.json": metaJson("X", { unit_raw: "degC", sample_rate_s: 60 }),
  };
  await inFolder(files, async () => {
    const argv = ["segment", "x.csv", "--mode-out", "states.parquet"];
    const written = await runJson(argv);
    assert.equal(written.document.mode_out, "states.parquet");
    const { document } = await runJson(["profile", "states.parquet"]);
    const values = document.values as Record<string, unknown>;
    assert.deepEqual([document.tag, document.name], ["test:X.SEG", "X segments"]);
    assert.deepEqual(values.state_counts, [
      { state: "S1", n: 40 },
      { state: "S2", n: 40 },
    ]);
    assert.equal((document.quality as { assumed_at_ingest: boolean }).assumed_at_ingest, true);
    const again = await runCli(argv);
    assert.equal(again.exit, 2);
    assert.match(again.stderr, /states\.parquet/);
    const text = await runCli([...argv, "--overwrite"]);
    assert.equal(text.exit, 0);
    assert.match(text.stdout, /\n\nwrote {5}states\.parquet\n$/);
    const screen = ["screen", "x.csv", "--mode", "states.parquet", "--baseline", "2024-01-01T00:00:00Z/PT40M"];
    const screened = await runJson([...screen, "--window", "2024-01-01T00:40:00Z/PT40M"]);
    // The window is all S2, which the baseline never saw: the reference refuses it too.
    assert.deepEqual([screened.exit, screened.document.error_type], [3, "RegimeTooSparse"]);
  });
});

test("--mode-out never replaces the archive that was segmented, nor takes the name of a CSV", () =>
  inFolder({ "x.csv": minutes([...level(0, 40), ...level(5, 40)]), "m.json": metaJson("X") }, async () => {
    const ingested = await runCli(["ingest", "x.csv", "--out", "x.parquet", "--meta", "m.json"]);
    assert.equal(ingested.exit, 0, ingested.stderr);
    const before = readFileSync("x.parquet");
    const over = await runCli(["segment", "x.parquet", "--mode-out", "./x.parquet", "--overwrite"]);
    assert.deepEqual(
      [over.exit, over.stderr],
      [2, "error: './x.parquet' is the archive that was read; choose another name\n"],
    );
    assert.deepEqual(readFileSync("x.parquet"), before);
    assert.equal((await runCli(["segment", "x.parquet", "--mode-out", "s.csv"])).exit, 2);
  }));
