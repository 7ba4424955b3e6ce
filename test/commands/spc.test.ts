import assert from "node:assert/strict";
import { test } from "node:test";
import { close } from "../support/close.ts";
import { inFolder, metaJson, seriesCsv } from "../support/folder.ts";
import { referenceDemo } from "../support/reference-demo.ts";
import { runCli, runJson } from "../support/run.ts";

interface Fields {
  limits: { center: number; sigma: number; lcl: number; ucl: number; basis: string };
  moving_range: { mean: number; ucl: number; n: number; n_beyond: number } | null;
  baseline_check: { concerns: string[] };
  n_monitored: number;
  n_hits: number;
  rules: {
    rule: string;
    n: number;
    hits: { timestamp: string; detail: string }[];
    hits_dropped: number;
    n_runs: number;
    runs_dropped: number;
  }[];
  runs: { rule: string; start: string; end: string; n: number }[];
}

const demo = referenceDemo();
const DEMO = ["spc", "fic101.csv", "--baseline", "2024-03-30T20:00:00Z/PT5H", "--window", "2024-03-31T01:00:00Z/PT5H"];

async function charted(files: Record<string, string>, argv: string[]): Promise<Fields> {
  const run = await inFolder(files, () => runJson(argv));
  assert.equal(run.exit, 0, run.stderr);
  return run.document as unknown as Fields;
}

const wave = (n: number) => Array.from({ length: n }, (_, i) => 10 + (i % 4) - 1.5);
const minutes = (values: number[]) => seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 60, values });
const HOURS = ["--baseline", "2024-01-01T00:00:00Z/PT1H", "--window", "2024-01-01T01:00:00Z/PT1H"];

test("the reference's demo: limits and hits as it publishes them", async () => {
  const f = await charted(demo, [...DEMO, "--max-events", "all"]);
  close(f.limits.center, 62.31947032104118);
  close(f.limits.sigma, 0.5487718041383347);
  close(f.limits.lcl, 60.673154908626174);
  close(f.limits.ucl, 63.96578573345619);
  assert.deepEqual([f.n_monitored, f.n_hits], [300, 37]);
  assert.deepEqual(
    f.rules.map(({ rule, n }) => [rule, n]),
    [
      ["BEYOND_3SIGMA", 29],
      ["RUN_9_SAMESIDE", 6],
      ["TREND_6", 2],
    ],
  );
  const clock = (rule: number) => f.rules[rule].hits.map(({ timestamp }) => timestamp.slice(11, 16));
  assert.deepEqual(clock(1), ["01:08", "01:58", "02:09", "02:38", "04:36", "05:53"]);
  assert.deepEqual(clock(2), ["01:25", "05:56"]);
  assert.equal(f.rules[0].hits[0].detail, "value 100 outside [60.67, 63.97]");
});

test("runs reach as far as the pattern does: the reference's are one sample long", async () => {
  const f = await charted(demo, DEMO);
  const runs = f.runs.filter(({ rule }) => rule === "RUN_9_SAMESIDE");
  assert.equal(runs.length, 6);
  assert.ok(runs.every(({ n }) => n >= 9));
  assert.ok(Math.max(...runs.map(({ n }) => n)) > 20);
  // Each stretch holds its own hit: the ninth sample after the start.
  assert.equal(runs[0].start, "2024-03-31T01:00:00Z");
});

test("nelson lists eight rules and western-electric four", async () => {
  const csv = { "x.csv": minutes(wave(120)) };
  const names = async (rules: string) =>
    (await charted(csv, ["spc", "x.csv", ...HOURS, "--rules", rules])).rules.map(({ rule }) => rule);
  assert.equal((await names("nelson")).length, 8);
  assert.equal((await names("western-electric")).length, 4);
});

test("an autocorrelated baseline is told: its run rules would fire in control", async () => {
  const f = await charted(demo, DEMO);
  assert.deepEqual(f.baseline_check.concerns, ["autocorrelated"]);
});

test("with the moving range goes its own chart, D4 of n = 2 times the mean range", async () => {
  const f = await charted({ "x.csv": minutes([...wave(60), ...wave(30), 30, 10]) }, [
    "spc",
    "x.csv",
    ...HOURS,
    "--sigma",
    "moving-range",
  ]);
  // wave: steps 1, 1, 1, 3 over 59 ranges: 15 threes... 14 whole cycles of 6 and 1 + 1 + 1: 14 * 6 + 3 = 87.
  close(f.moving_range!.mean, 87 / 59);
  close(f.moving_range!.ucl, (3.267 * 87) / 59);
  assert.deepEqual([f.moving_range!.n, f.moving_range!.n_beyond], [31, 2]);
  assert.equal((await charted(demo, DEMO)).moving_range, null);
});

test("max-runs is shared out among the rules, and every rule says what it left out", async () => {
  const values = Array.from({ length: 60 }, (_, i) => (i % 2 ? 30 : 10));
  const f = await charted({ "x.csv": minutes([...wave(60), ...values]) }, [
    "spc",
    "x.csv",
    ...HOURS,
    "--rules",
    "nelson",
    "--max-runs",
    "5",
  ]);
  assert.equal(f.runs.length, 5);
  assert.equal(
    f.rules.reduce((sum, { runs_dropped }) => sum + runs_dropped, 0),
    f.rules.reduce((sum, { n_runs }) => sum + n_runs, 0) - 5,
  );
  const shown = new Set(f.runs.map(({ rule }) => rule));
  for (const { rule, n_runs } of f.rules) assert.equal(shown.has(rule), n_runs > 0, rule);
});

test("an answer with forty runs stays under 8 kB by default", async () => {
  const values = Array.from({ length: 1000 }, (_, i) => (Math.floor(i / 9) % 2 ? 30 : 10));
  const run = await inFolder({ "x.csv": minutes([...wave(60), ...values]) }, () =>
    runJson(["spc", "x.csv", ...HOURS.slice(0, 2), "--window", "2024-01-01T01:00:00Z/P1D", "--rules", "nelson"]),
  );
  assert.ok(run.stdout.length < 8192, `${run.stdout.length} bytes`);
});

test("refusals of the baseline are those of a screen", async () => {
  const flat = await inFolder({ "x.csv": minutes([...Array<number>(60).fill(5), ...wave(60)]) }, () =>
    runJson(["spc", "x.csv", ...HOURS]),
  );
  assert.deepEqual([flat.exit, flat.document.error_type], [3, "ZeroSpreadBaseline"]);
  const states = { "x.csv": minutes(wave(120)), "x.meta.json": metaJson("X", { role: "MODE" }) };
  const mode = await inFolder(states, () => runJson(["spc", "x.csv", ...HOURS]));
  assert.deepEqual([mode.exit, mode.document.error_type], [3, "StateValuedTag"]);
  const few = await inFolder(demo, () =>
    runJson([
      "spc",
      "fic101.csv",
      "--baseline",
      "2024-03-30T20:00:00Z/PT20M",
      "--window",
      "2024-03-30T20:20:00Z/PT100M",
    ]),
  );
  assert.match(String(few.document.cause), /only 20 GOOD baseline samples; 30 required/);
});

test("the text has a section a rule, quiet or not", async () => {
  const { stdout } = await inFolder(demo, () => runCli(DEMO));
  assert.match(stdout, /^demo:FIC101\.PV {2}37 rule hits in 300 samples\n/);
  assert.match(
    stdout,
    /\nlimits {4}center 62\.32 {3}sigma 0\.5488 {3}lcl 60\.67 {3}ucl 63\.97\nbasis {5}individuals 3-sigma/,
  );
  assert.match(
    stdout,
    /\nBEYOND_3SIGMA {2}29\n {2}2024-03-31 02:01:00Z -> 02:29:00Z {3}29 samples\n\nRUN_9_SAMESIDE {2}6\n/,
  );
  assert.match(stdout, /\nTREND_6 {2}2\n/);
  for (const line of stdout.split("\n")) assert.ok(line.length < 80, line);
});
