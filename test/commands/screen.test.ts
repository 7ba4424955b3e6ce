import assert from "node:assert/strict";
import { test } from "node:test";
import { close } from "../support/close.ts";
import { inFolder, metaJson, seriesCsv } from "../support/folder.ts";
import { referenceDemo } from "../support/reference-demo.ts";
import { runCli, runJson } from "../support/run.ts";

type Fields = Record<string, unknown> & {
  baseline_check: Record<string, unknown>;
  regimes: { regime: string; n_good: number; n_screened: number; n_flagged: number }[];
  regimes_refused: { regime: string; error_type: string; n_baseline: number; n_window: number }[];
  runs: { start: string; end: string; n: number }[];
  limits: [number, number];
};

const demo = referenceDemo();
const DEMO = [
  "screen",
  "fic101.csv",
  "--baseline",
  "2024-03-30T20:00:00Z/PT5H",
  "--window",
  "2024-03-31T01:00:00Z/PT5H",
];

async function screened(files: Record<string, string>, argv: string[]): Promise<Fields> {
  const run = await inFolder(files, () => runJson(argv));
  assert.equal(run.exit, 0, run.stderr);
  return run.document as Fields;
}

async function refused(files: Record<string, string>, argv: string[]) {
  const run = await inFolder(files, () => runJson(argv));
  assert.equal(run.exit, 3, run.stderr + run.stdout);
  return run.document as { error_type: string; cause: string; details: Record<string, unknown> };
}

/** One value a minute from 2024-01-01T00:00Z. */
const minutes = (values: number[]) => seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 60, values });
const wave = (n: number, level = 10) => Array.from({ length: n }, (_, i) => level + (i % 4) - 1.5);
const HALF_HOURS = ["--baseline", "2024-01-01T00:00:00Z/PT30M", "--window", "2024-01-01T00:30:00Z/PT30M"];

test("the reference's demo: center, scale, limits and the one run of 29, as it publishes them", async () => {
  const f = await screened(demo, [...DEMO, "--max-events", "all"]);
  close(Number(f.center), 62.31947032104118);
  close(Number(f.scale), 0.5487718041383347);
  close(f.limits[0], 60.673154908626174);
  close(f.limits[1], 63.96578573345619);
  assert.deepEqual([f.n_screened, f.n_flagged, (f.flagged as string[]).length], [300, 29, 29]);
  assert.deepEqual(f.runs, [{ start: "2024-03-31T02:01:00Z", end: "2024-03-31T02:29:00Z", n: 29 }]);
});

test("the reference's demo by moving range, whose ranges reach across the outage as there", async () => {
  const f = await screened(demo, [...DEMO, "--method", "moving-range"]);
  assert.equal(f.method, "MOVING_RANGE");
  close(Number(f.scale), 0.15126369004873555);
  close(f.limits[0], 61.86567925089497);
  close(f.limits[1], 62.77326139118739);
  assert.equal(f.n_flagged, 147);
});

test("the baseline is held against its own limits: the moving range would flag half of it, and says so", async () => {
  // The reference does not test its baselines: 29/300 on a trusted one and 147/300 on this one look alike.
  const { baseline_check } = await screened(demo, [...DEMO, "--method", "moving-range"]);
  assert.equal(baseline_check.n, 261);
  assert.ok(Number(baseline_check.share_outside) > 0.3);
  close(Number(baseline_check.nominal_share), 0.0026997960632601866);
  // Lag-1 autocorrelation 0.90: 261 samples tell as much as 261 * (1 - 0.9) / (1 + 0.9) = 14 independent ones.
  assert.ok(Number(baseline_check.effective_n) < 15);
  assert.deepEqual(baseline_check.concerns, ["more_outside_than_nominal", "autocorrelated"]);
});

test("a boundary that two windows share belongs to the later one, in either order", async () => {
  const csv = minutes([...wave(30), 99, ...wave(30)]);
  const early = await screened({ "x.csv": csv }, ["screen", "x.csv", ...HALF_HOURS]);
  assert.deepEqual([(early.baseline as { n_good: number }).n_good, early.n_screened, early.n_flagged], [30, 31, 1]);
  assert.equal(early.look_ahead, false);
  const late = ["--window", "2024-01-01T00:00:00Z/PT30M", "--baseline", "2024-01-01T00:30:00Z/PT30M"];
  const f = await screened({ "x.csv": csv }, ["screen", "x.csv", ...late]);
  assert.deepEqual([(f.baseline as { n_good: number }).n_good, f.n_screened, f.n_flagged], [31, 30, 0]);
  assert.equal(f.look_ahead, true, "limits from the future are allowed and told");
});

test("lists are empty by default and counted; all lists them; a negative cap is a bad call", async () => {
  const csv = minutes([...wave(30), ...Array.from({ length: 30 }, (_, i) => (i % 2 ? 50 : 10))]);
  const f = await screened({ "x.csv": csv }, ["screen", "x.csv", ...HALF_HOURS, "--max-runs", "4"]);
  assert.deepEqual([f.n_flagged, f.flagged, f.flagged_dropped, f.runs.length, f.runs_dropped], [15, [], 15, 4, 11]);
  const bad = await inFolder({ "x.csv": csv }, () => runCli(["screen", "x.csv", ...HALF_HOURS, "--max-events", "-1"]));
  assert.equal(bad.exit, 2);
  assert.match(bad.stderr, /max.events/);
});

test("a run of flagged samples ends where data were lost", async () => {
  const rows = [...wave(30).map((v, i) => [i, v]), [30, 99], [31, 99], [50, 99], [51, 99]];
  const lines = rows.map(([i, v]) => `${new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString()},${v},GOOD`);
  const csv = `timestamp,value,quality\n${lines.join("\n")}\n`;
  const f = await screened({ "x.csv": csv }, ["screen", "x.csv", ...HALF_HOURS]);
  assert.deepEqual(
    f.runs.map(({ n }) => n),
    [2, 2],
  );
});

test("fewer than 30 GOOD baseline samples are refused with the count, the boundary sample not among them", async () => {
  const argv = [
    "screen",
    "x.csv",
    "--baseline",
    "2024-01-01T00:00:00Z/PT20M",
    "--window",
    "2024-01-01T00:20:00Z/PT30M",
  ];
  const { error_type, details } = await refused({ "x.csv": minutes(wave(60)) }, argv);
  assert.deepEqual([error_type, details.observed, details.required], ["InsufficientQuality", 20, 30]);
});

test("a clipped baseline is refused in the reference's words, unless its share is tolerated", async () => {
  const call = (baseline: string) => [
    "screen",
    "fic101.csv",
    "--baseline",
    baseline,
    "--window",
    "2024-03-31T03:00:00Z/PT2H",
  ];
  const half = await refused(demo, call("2024-03-31T02:00:00Z/PT30M"));
  assert.equal(half.error_type, "InsufficientQuality");
  assert.match(
    half.cause,
    /tag demo:FIC101\.PV: window is censored \(clipped fraction 0\.935\); a clipped window may never serve as a baseline/,
  );
  const night = call("2024-03-31T00:00:00Z/2024-03-31T02:59:00Z");
  assert.equal((await refused(demo, night)).error_type, "InsufficientQuality");
  const f = await screened(demo, [...night, "--clip-tolerance", "0.2"]);
  assert.deepEqual(
    [(f.baseline as { n_clipped: number }).n_clipped, (f.baseline as { clip_tolerance: number }).clip_tolerance],
    [29, 0.2],
  );
});

test("windows that overlap are a bad call; a window without rows is refused", async () => {
  const csv = { "x.csv": minutes(wave(60)) };
  const overlap = await inFolder(csv, () =>
    runCli(["screen", "x.csv", "--baseline", "2024-01-01T00:00:00Z/PT40M", "--window", "2024-01-01T00:30:00Z/PT30M"]),
  );
  assert.equal(overlap.exit, 2);
  assert.match(overlap.stderr, /baseline and window overlap/);
  const empty = ["screen", "x.csv", "--baseline", "2024-01-01T00:00:00Z/PT30M", "--window", "2025-01-01"];
  assert.equal((await refused(csv, empty)).error_type, "EmptyWindow");
});

test("a tag of states has no limits", async () => {
  const files = { "x.csv": minutes(wave(60)), "x.meta.json": metaJson("X", { role: "MODE" }) };
  assert.equal((await refused(files, ["screen", "x.csv", ...HALF_HOURS])).error_type, "StateValuedTag");
});

/** A tag that sits at 10 in state A, at 20 in B and at 30 in C; C comes only in the window. */
function regimeFiles(states: string[], levels: Record<string, number>): Record<string, string> {
  const values = states.map((state, i) => levels[state] + (i % 4) - 1.5);
  const rows = states.map((state, i) => `${new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString()},${state},GOOD`);
  return {
    "x.csv": minutes(values),
    "mode.csv": `timestamp,value,quality\n${rows.join("\n")}\n`,
    "mode.meta.json": metaJson("MODE", { role: "MODE" }),
  };
}
const LEVELS = { A: 10, B: 20, C: 30 };
const REGIMES = [
  "screen",
  "x.csv",
  "--mode",
  "mode.csv",
  "--baseline",
  "2024-01-01T00:00:00Z/PT60M",
  "--window",
  "2024-01-01T01:00:00Z/PT30M",
];
const times = (state: string, n: number) => Array<string>(n).fill(state);

test("what can be screened is screened: unseen and sparse regimes are listed, the rest has limits of its own", async () => {
  // The reference refuses the whole screen for one unseen or one sparse regime.
  const files = regimeFiles(
    [...times("A", 30), ...times("B", 30), ...times("A", 10), ...times("C", 10), ...times("B", 10)],
    LEVELS,
  );
  const f = await screened(files, REGIMES);
  assert.deepEqual([f.method, f.center, f.n_screened, f.n_unscreened, f.n_flagged], ["REGIME_MAD", null, 20, 10, 0]);
  assert.deepEqual(
    f.regimes.map(({ regime, n_good, n_screened }) => [regime, n_good, n_screened]),
    [
      ["A", 30, 10],
      ["B", 30, 10],
    ],
  );
  assert.deepEqual(
    f.regimes_refused.map(({ regime, error_type, n_baseline, n_window }) => [regime, error_type, n_baseline, n_window]),
    [["C", "RegimeTooSparse", 0, 10]],
  );
  assert.deepEqual(f.alignment, { baseline: { kept: 60, total: 60 }, window: { kept: 30, total: 30 } });
});

test("a run of flagged samples never joins two regimes", async () => {
  const files = regimeFiles([...times("A", 30), ...times("B", 30), ...times("A", 10), ...times("B", 10)], LEVELS);
  const shifted = minutes([...wave(30, 10), ...wave(30, 20), ...wave(20, 90)]);
  const f = await screened({ ...files, "x.csv": shifted }, REGIMES);
  assert.deepEqual(
    f.runs.map(({ n }) => n),
    [10, 10],
  );
  assert.deepEqual(
    f.regimes.map(({ n_flagged }) => n_flagged),
    [10, 10],
  );
});

test("when no regime of the window has a baseline the screen is refused, with every regime in the details", async () => {
  const files = regimeFiles([...times("A", 45), ...times("B", 15), ...times("B", 15), ...times("C", 10)], LEVELS);
  const { error_type, cause, details } = await refused(files, REGIMES);
  assert.equal(error_type, "RegimeTooSparse");
  assert.match(cause, /regime 'B' has 15 GOOD baseline samples; 20 required/);
  assert.equal((details.regimes_refused as unknown[]).length, 2);
});

test("a MODE archive on other timestamps is refused with what matched; one with two states at once is refused", async () => {
  const files = regimeFiles(times("A", 90), LEVELS);
  const sparse = files["mode.csv"]
    .split("\n")
    .filter((_, i) => i === 0 || i % 3 === 0)
    .join("\n");
  const few = await refused({ ...files, "mode.csv": `${sparse}\n` }, REGIMES);
  assert.deepEqual([few.error_type, few.details.total], ["InsufficientQuality", 60]);
  const twice = files["mode.csv"].replace("2024-01-01T00:05:00.000Z,A,GOOD\n", (row) => row + row);
  assert.equal((await refused({ ...files, "mode.csv": twice }, REGIMES)).error_type, "SchemaError");
});

test("a regime that never moves is listed as such", async () => {
  const files = regimeFiles([...times("A", 30), ...times("B", 30), ...times("A", 10), ...times("B", 10)], LEVELS);
  const flat = minutes([...wave(30, 10), ...Array<number>(30).fill(20), ...wave(20, 10)]);
  const f = await screened({ ...files, "x.csv": flat }, REGIMES);
  assert.deepEqual(
    f.regimes_refused.map(({ regime, error_type }) => [regime, error_type]),
    [["B", "ZeroSpreadBaseline"]],
  );
});

test("every answer names its sampling contract", async () => {
  const { contract } = await screened(demo, [...DEMO, "--stepped"]);
  assert.deepEqual(
    [(contract as { stepped: boolean }).stepped, (contract as { digest: string }).digest],
    [true, "d6227cd3b5289d7d76c568b439c54597983db7a8a7ac47c0133ada1d75941461"],
  );
});

test("the text names flags, limits and runs", async () => {
  const { stdout } = await inFolder(demo, () => runCli(DEMO));
  assert.match(
    stdout,
    /^demo:FIC101\.PV {2}flagged 29 of 300 \(9\.7%\)\n\nbaseline {2}2024-03-30 20:00:00Z -> 2024-03-31 01:00:00Z {3}GOOD 261 {3}censored no\n/,
  );
  assert.match(stdout, /\nmethod {4}MAD {3}center 62\.32 {3}scale 0\.5488 {3}k 3 {3}limits \[60\.67, 63\.97\]\n/);
  assert.match(stdout, /\nFlagged\n {2}2024-03-31 02:01:00Z -> 02:29:00Z {3}29 samples\n$/);
  for (const line of stdout.split("\n")) assert.ok(line.length < 80, line);
});

test("samples that are not GOOD are counted, in the answer and in its text", async () => {
  const rows = wave(180).map((v, i) => {
    const at = new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString();
    return `${at},${v},${i % 3 === 0 ? "BAD" : "GOOD"}`;
  });
  const argv = ["screen", "a.csv", "--baseline", "2024-01-01T00:00Z/PT2H", "--window", "2024-01-01T02:00Z/PT1H"];
  const files = { "a.csv": `timestamp,value,quality\n${rows.join("\n")}\n` };
  const f = await screened(files, argv);
  assert.deepEqual([f.n_samples, f.n_screened], [60, 40]);
  const { stdout } = await inFolder(files, () => runCli(argv));
  assert.match(stdout, /^baseline .* GOOD 80 of 120/m);
  assert.match(stdout, /^window .* GOOD 40 of 60$/m);
});

test("a baseline whose neighbours lie on opposite sides is not said to be alike", async () => {
  const files = { "a.csv": minutes(Array.from({ length: 180 }, (_, i) => (i % 2 === 0 ? 9 : 11) + (i % 5) / 10)) };
  const argv = ["screen", "a.csv", "--baseline", "2024-01-01T00:00Z/PT2H", "--window", "2024-01-01T02:00Z/PT1H"];
  const { stdout } = await inFolder(files, () => runCli(argv));
  assert.match(stdout, /lag-1 r -0\.9/);
  assert.match(stdout, /neighbours lie on opposite sides/);
});

test("numbers of ten digits leave no line beyond 80 columns", async () => {
  const files = { "a.csv": minutes(wave(180, 1e9)) };
  const argv = ["a.csv", "--baseline", "2024-01-01T00:00Z/PT2H", "--window", "2024-01-01T02:00Z/PT1H"];
  for (const command of ["screen", "spc"]) {
    const { stdout } = await inFolder(files, () => runCli([command, ...argv]));
    assert.ok(
      stdout.split("\n").every((line) => line.length < 80),
      stdout,
    );
  }
});
