import assert from "node:assert/strict";
import { test } from "node:test";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import { close } from "../support/close.ts";
import { inFolder, metaJson } from "../support/folder.ts";
import { referenceDemo } from "../support/reference-demo.ts";
import { runCli, runJson } from "../support/run.ts";

interface Fields {
  tags: string[];
  contract: { digest: string } | null;
  rate_s: number;
  rate_source: string;
  baseline: { rows: number; coverage: number };
  window: { rows: number; coverage: number };
  common_gaps: { start: string; end: string; n_tags: number }[];
  model: { components: number; n_columns: number; rank: number; selection: string; explained_variance: number[] };
  limits: { t2: number; spe: number | null; spe_reason?: string; quantile: number };
  baseline_check: { held_out_blocks: number; t2: { n_outside: number }; spe: { n_outside: number } | null } | null;
  baseline_check_reason?: string;
  contributors_ranked: boolean;
  n_t2_breaches: number;
  t2_breaches: string[];
  t2_breaches_dropped: number;
  t2_runs: { start: string; end: string; n: number; contributors: string[] }[];
  t2_contributors: { tag: string; share: number }[] | null;
  t2_contributors_reason?: string;
  n_spe_breaches: number | null;
  spe_breaches: string[] | null;
  spe_runs: { start: string; end: string; n: number; contributors: string[] }[] | null;
  spe_contributors: { tag: string; share: number }[] | null;
  spe_not_assessed: string | null;
  contributors: Record<string, string[]>;
}

const demo = referenceDemo();
const DEMO = [
  "mspc",
  "fic101.csv",
  "tic101.csv",
  "--baseline",
  "2024-03-30T20:00:00Z/PT3H",
  "--window",
  "2024-03-31T04:00:00Z/PT2H",
];

async function judged(files: Record<string, string>, argv: string[]): Promise<Fields> {
  const run = await inFolder(files, () => runJson(argv));
  assert.equal(run.exit, 0, run.stderr);
  return run.document as unknown as Fields;
}

async function refused(files: Record<string, string>, argv: string[]) {
  const run = await inFolder(files, () => runJson(argv));
  assert.equal(run.exit, 3, run.stderr + run.stdout);
  return run.document as { error_type: string; cause: string; details: Record<string, unknown> };
}

async function badCall(files: Record<string, string>, argv: string[]): Promise<string> {
  const run = await inFolder(files, () => runCli(argv));
  assert.equal(run.exit, 2, run.stdout);
  return run.stderr;
}

/** One sample a minute from 2024-01-01T00:00Z, rows left out where `skip` says so. */
function csv(values: number[], skip: (i: number) => boolean = () => false): string {
  const rows = values
    .map((v, i) => `${new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString()},${v},GOOD`)
    .filter((_, i) => !skip(i));
  return `timestamp,value,quality\n${rows.join("\n")}\n`;
}

/** `n` rows of tags a, b, c, d, e driven by two hidden sources, with `fault` added to d in the last 20. */
function plant(n: number, fault = 0, only = ["a", "b", "c", "d", "e"]): Record<string, string> {
  const rng = pcg64(21);
  const mix = { a: [1, 0], b: [0.8, 0.4], c: [0.2, 1], d: [-0.5, 0.9], e: [1, -0.6] } as Record<string, number[]>;
  const columns = Object.fromEntries(Object.keys(mix).map((tag) => [tag, [] as number[]]));
  for (let i = 0; i < n; i++) {
    const [u, v] = [standardNormal(rng), standardNormal(rng)];
    for (const [tag, [x, y]] of Object.entries(mix)) {
      columns[tag].push(x * u + y * v + 0.3 * standardNormal(rng) + (tag === "d" && i >= n - 20 ? fault : 0));
    }
  }
  return Object.fromEntries(
    only.flatMap((tag) => [
      [`${tag}.csv`, csv(columns[tag])],
      [`${tag}.meta.json`, metaJson(tag, { sample_rate_s: 60 })],
    ]),
  );
}
const PLANT = [
  "mspc",
  "a.csv",
  "b.csv",
  "c.csv",
  "d.csv",
  "e.csv",
  "--baseline",
  "2024-01-01T00:00:00Z/PT5H",
  "--window",
  "2024-01-01T05:00:00Z/PT1H",
];
const PAIR = ["--baseline", "2024-01-01T00:00:00Z/PT5H", "--window", "2024-01-01T05:00:00Z/PT1H"];

test("the reference's demo: model, limits and breaches as it publishes them", async () => {
  const f = await judged(demo, [...DEMO, "--max-events", "all"]);
  assert.deepEqual(f.tags, ["demo:FIC101.PV", "demo:TIC101.PV"]);
  assert.deepEqual([f.rate_s, f.rate_source], [60, "declared"]);
  assert.deepEqual([f.baseline.rows, f.baseline.coverage, f.window.rows, f.window.coverage], [181, 1, 121, 1]);
  assert.deepEqual([f.model.components, f.model.n_columns], [1, 2]);
  close(f.model.explained_variance[0], 1.95346892 / 2, 1e-8);
  close(f.limits.t2, 3.7593972748756164, 1e-10);
  close(f.limits.spe!, 0.2858804661595498, 1e-10);
  assert.deepEqual([f.n_t2_breaches, f.n_spe_breaches], [70, 108]);
  assert.deepEqual(
    f.t2_breaches.slice(0, 5).map((t) => t.slice(11, 16)),
    ["04:00", "04:01", "04:03", "04:07", "04:09"],
  );
  assert.deepEqual([f.contributors_ranked, f.contributors], [false, {}]);
  assert.equal(f.contract?.digest, "d59d433d9c627ae3b961d38b13d5579d20eca56bfcf1c6d4f038463fdcc78ea1");
});

test("the baseline is judged by limits that did not see it: a drifting one gives ten times the nominal alarms", async () => {
  // In sample, an empirical 99 % limit lets 1 % out of any baseline; the reference has no other check.
  const { baseline_check } = await judged(demo, DEMO);
  assert.equal(baseline_check!.held_out_blocks, 5);
  assert.ok(baseline_check!.t2.n_outside > 18);
});

test("a boundary that two windows share costs no grid cell", async () => {
  // 261 of 300 instants: 0.870. The reference keeps the shared instant in the grid and takes its sample out: 0.867.
  const argv = [
    "mspc",
    "fic101.csv",
    "tic101.csv",
    "--baseline",
    "2024-03-30T20:00:00Z/PT5H",
    "--window",
    "2024-03-31T01:00:00Z/PT5H",
  ];
  const { error_type, cause, details } = await refused(demo, argv);
  assert.equal(error_type, "MspcAlignmentError");
  close(Number(details.observed), 261 / 300);
  assert.match(cause, /0\.870.*0\.95/);
  assert.deepEqual(
    (details.tags as { tag: string }[]).map(({ tag }) => tag),
    ["demo:FIC101.PV", "demo:TIC101.PV"],
  );
  const f = await judged(demo, [...argv, "--min-coverage", "0.8", "--clip-tolerance", "1"]);
  assert.deepEqual(
    f.common_gaps.map(({ start, end, n_tags }) => [start, end, n_tags]),
    [["2024-03-30T23:00:00Z", "2024-03-30T23:40:00Z", 2]],
  );
});

test("a fault in one tag is owed to that tag, in whole and run by run", async () => {
  const f = await judged(plant(361, 8), [
    ...PLANT,
    "--components",
    "2",
    "--limits",
    "theoretical",
    "--max-events",
    "1",
  ]);
  assert.ok(f.n_spe_breaches! >= 20);
  assert.equal(f.spe_contributors![0].tag, "test:d");
  const last = f.spe_runs!.at(-1)!;
  assert.deepEqual([last.end, last.n, last.contributors[0]], ["2024-01-01T06:00:00Z", 20, "test:d"]);
  assert.equal(f.spe_breaches!.length, 1);
  assert.equal(f.contributors_ranked, true);
});

test("components: by variance, as stated, by parallel analysis; both ways at once is a bad call", async () => {
  const files = plant(361);
  const model = async (...more: string[]) => (await judged(files, [...PLANT, ...more])).model;
  assert.deepEqual(
    [(await model("--components", "3")).components, (await model("--components", "3")).selection],
    [3, "stated"],
  );
  assert.deepEqual(
    [(await model("--components", "auto")).components, (await model("--components", "auto")).selection],
    [2, "parallel_analysis"],
  );
  assert.equal((await model("--variance", "0.5")).components, 1);
  assert.match(await badCall(files, [...PLANT, "--components", "2", "--variance", "0.9"]), /components and variance/);
  assert.match(await badCall(files, [...PLANT, "--components", "6"]), /6 of 5 tags/);
});

test("with every component kept SPE is not assessed, and no limit near 0 stands in for it", async () => {
  const f = await judged(plant(361), [...PLANT, "--components", "5"]);
  assert.deepEqual([f.limits.spe, f.n_spe_breaches, f.spe_runs], [null, null, null]);
  assert.match(f.spe_not_assessed!, /keeps 5 of 5 components, so no residual is left; pass --variance below 0\.9\d+/);
});

/** b = 2a + 1 exactly: one direction in two tags. */
function dependentPair(): Record<string, string> {
  const values = Array.from({ length: 361 }, (_, i) => Math.round(100 * Math.sin(i * i)));
  return {
    "a.csv": csv(values),
    "b.csv": csv(values.map((v) => 2 * v + 1)),
    "a.meta.json": metaJson("a", { sample_rate_s: 60 }),
    "b.meta.json": metaJson("b", { sample_rate_s: 60 }),
  };
}

test("tags that are linear in each other: no residual to limit, and no component beyond the rank", async () => {
  // The reference divides by max(lambda, 1e-12) and prints an SPE limit of about 1e-30.
  const f = await judged(dependentPair(), ["mspc", "a.csv", "b.csv", ...PAIR]);
  assert.deepEqual([f.model.rank, f.model.components, f.limits.spe], [1, 1, null]);
  assert.match(f.spe_not_assessed!, /residual is 0 within rounding: 1 component holds .*; leave out a tag that others/);
  const short = ["mspc", "a.csv", "b.csv", "--baseline", "2024-01-01T00:00:00Z/PT1M", ...PAIR.slice(2)];
  assert.match(
    (await judged(plant(361, 0, ["a", "b"]), short)).spe_not_assessed!,
    /2 rows of 2 tags .*longer baseline/,
  );
  const singular = await refused(dependentPair(), ["mspc", "a.csv", "b.csv", ...PAIR, "--components", "2"]);
  assert.deepEqual([singular.error_type, singular.details.observed], ["SingularModel", 1]);
});

test("independent tags have nothing to model: parallel analysis refuses", async () => {
  const rng = pcg64(4);
  const files = Object.fromEntries(
    ["a", "b", "c"].flatMap((tag) => [
      [`${tag}.csv`, csv(Array.from({ length: 361 }, () => standardNormal(rng)))],
      [`${tag}.meta.json`, metaJson(tag, { sample_rate_s: 60 })],
    ]),
  );
  const { error_type } = await refused(files, ["mspc", "a.csv", "b.csv", "c.csv", ...PAIR, "--components", "auto"]);
  assert.equal(error_type, "NoSharedStructure");
});

test("the sample rate: none declared, several, a fraction are refusals that name tags; a stated one is taken", async () => {
  const files = plant(361, 0, ["a", "b"]);
  const meta = (rates: [number | null, number | null]) => ({
    ...files,
    "a.meta.json": metaJson("a", { sample_rate_s: rates[0] }),
    "b.meta.json": metaJson("b", { sample_rate_s: rates[1] }),
  });
  const argv = ["mspc", "a.csv", "b.csv", ...PAIR];
  const none = await refused(meta([60, null]), argv);
  assert.deepEqual([none.error_type, none.details.check], ["MspcAlignmentError", "rate_declared"]);
  assert.match(none.cause, /test:b declares no sample rate/);
  assert.equal((await refused(meta([60, 30]), argv)).details.check, "one_rate");
  assert.equal((await refused(meta([0.5, 0.5]), argv)).details.check, "whole_seconds");
  const f = await judged(meta([null, null]), [...argv, "--rate-s", "60"]);
  assert.deepEqual([f.rate_s, f.rate_source], [60, "--rate-s"]);
});

test("samples off the grid are not moved onto it", async () => {
  const files = plant(361, 0, ["a", "b"]);
  const shifted = files["b.csv"].replaceAll(":00.000Z", ":20.000Z");
  const argv = ["mspc", "a.csv", "b.csv", ...PAIR];
  const { error_type, details, cause } = await refused({ ...files, "b.csv": shifted }, argv);
  assert.match(cause, /300 samples of test:b lie between the grid's instants/);
  assert.equal(error_type, "MspcAlignmentError");
  assert.deepEqual((details.tags as unknown[])[0], { tag: "test:b", coverage: 0, n_off_grid: 300 });
  const finer = await refused(files, ["mspc", "a.csv", "b.csv", ...PAIR, "--rate-s", "1"]);
  assert.match(finer.cause, /at most 0\.017/);
});

test("a grid beyond memory is refused before it is built, however little coverage is asked", async () => {
  const files = plant(361, 0, ["a", "b"]);
  const years = [
    "--baseline",
    "2024-01-01T00:00:00Z/2024-01-01T03:00:00Z",
    "--window",
    "2024-01-01T03:00:00Z/2034-01-01T00:00:00Z",
  ];
  const argv = ["mspc", "a.csv", "b.csv", ...years, "--rate-s", "1", "--min-coverage", "0.0000001"];
  const { error_type, details } = await refused(files, argv);
  assert.deepEqual([error_type, details.check], ["MspcAlignmentError", "grid_size"]);
});

test("no instant with every tag is refused even where each has samples enough", async () => {
  const files = plant(361, 0, ["a", "b"]);
  const thin = (start: number) => (i: number) => i < 300 && i % 2 === start;
  const halves = { ...files, "a.csv": csv(wave(361), thin(0)), "b.csv": csv(wave(361), thin(1)) };
  const { error_type, details } = await refused(halves, ["mspc", "a.csv", "b.csv", ...PAIR, "--min-coverage", "0.4"]);
  assert.deepEqual([error_type, details.check], ["MspcAlignmentError", "complete_rows"]);
});

function wave(n: number): number[] {
  return Array.from({ length: n }, (_, i) => Math.sin(i * i));
}

test("repeated stamps, states, a still tag, a clipped one and the same tag twice are typed refusals that name the tag", async () => {
  const files = plant(361, 0, ["a", "b"]);
  const argv = ["mspc", "a.csv", "b.csv", ...PAIR];
  const twice = files["b.csv"].replace(/(2024-01-01T00:05:00\.000Z,.*\n)/, "$1$1");
  const duplicate = await refused({ ...files, "b.csv": twice }, argv);
  assert.deepEqual(
    [duplicate.error_type, duplicate.details.tag, duplicate.details.observed],
    ["SchemaError", "test:b", 1],
  );
  const mode = await refused({ ...files, "b.meta.json": metaJson("b", { sample_rate_s: 60, role: "MODE" }) }, argv);
  assert.deepEqual([mode.error_type, mode.details.tag], ["StateValuedTag", "test:b"]);
  const still = await refused({ ...files, "b.csv": csv(Array<number>(361).fill(7)) }, argv);
  assert.deepEqual([still.error_type, still.details.tag], ["ZeroSpreadBaseline", "test:b"]);
  assert.match(still.cause, /standard deviation/);
  const clipped = {
    ...files,
    "b.meta.json": metaJson("b", { sample_rate_s: 60, eng_range_zero: -1, eng_range_span: 2 }),
  };
  assert.deepEqual(
    [(await refused(clipped, argv)).error_type, (await refused(clipped, argv)).details.tag],
    ["InsufficientQuality", "test:b"],
  );
  const same = await refused({ ...files, "b.meta.json": files["a.meta.json"] }, argv);
  assert.deepEqual([same.error_type, same.details.tag], ["DuplicateTag", "test:a"]);
});

test("one tag under two units that do not compare is refused as such, since every number would mix them", async () => {
  const files = plant(361, 0, ["a", "b"]);
  const as = (unit_raw: string | null) => metaJson("a", { sample_rate_s: 60, unit_raw });
  const argv = ["mspc", "a.csv", "b.csv", ...PAIR];
  const units = async (one: string, other: string | null) =>
    (await refused({ ...files, "a.meta.json": as(one), "b.meta.json": as(other) }, argv)).error_type;
  assert.equal(await units("bar", "degC"), "IncomparableUnitsError");
  assert.equal(await units("bar", "mPaX"), "UnresolvedUnitError");
  assert.equal(await units("bar", "kPa"), "IncomparableUnitsError");
  // Two spellings of one unit.
  assert.equal(await units("degC", "°C"), "DuplicateTag");
});

test("fewer than two aligned rows have no correlation; fewer than two archives are a bad call", async () => {
  const files = plant(361, 0, ["a", "b"]);
  const short = ["--baseline", "2024-01-01T00:00:00Z/PT59S", "--window", "2024-01-01T05:00:00Z/PT1H"];
  const { error_type, details } = await refused(files, ["mspc", "a.csv", "b.csv", ...short]);
  assert.deepEqual([error_type, details.check], ["InsufficientQuality", "baseline_rows"]);
  assert.match(await badCall(files, ["mspc", "a.csv", ...PAIR]), /archives: expected at least 2 item/);
});

test("archives whose retrieval modes differ have no one contract, and say so", async () => {
  const files = plant(361, 0, ["a", "b"]);
  const meta = metaJson("b", { sample_rate_s: 60, retrieval_mode: "INTERPOLATED" });
  const run = await inFolder({ ...files, "b.meta.json": meta }, () => runJson(["mspc", "a.csv", "b.csv", ...PAIR]));
  assert.equal(run.document.contract, null);
  assert.match(String(run.document.contract_reason), /test:a is RECORDED and test:b is INTERPOLATED/);
});

test("the text names model, limits, checks and breaches", async () => {
  const { stdout } = await inFolder(demo, () => runCli(DEMO));
  assert.match(stdout, /^demo:FIC101\.PV, demo:TIC101\.PV {2}T2 breaches 70 {3}SPE breaches 108 {3}of 121 rows\n/);
  assert.match(stdout, /\nmodel {5}rate 60 s \(declared\) {3}components 1 of 2 {3}explained 0\.9767\n/);
  assert.match(stdout, /\nlimits {4}T2 3\.759 {3}SPE 0\.2859 {3}\(empirical q0\.99\)\n/);
  for (const line of stdout.split("\n")) assert.ok(line.length < 80, line);
  const kept = await inFolder(plant(361), () => runCli([...PLANT, "--components", "5"]));
  assert.match(kept.stdout, /SPE NOT ASSESSED/);
  for (const line of kept.stdout.split("\n")) assert.ok(line.length < 80, line);
});
