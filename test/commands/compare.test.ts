import assert from "node:assert/strict";
import { test } from "node:test";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import { close } from "../support/close.ts";
import { inFolder, metaJson } from "../support/folder.ts";
import { referenceDemo } from "../support/reference-demo.ts";
import { runCli, runJson } from "../support/run.ts";

interface TagRow {
  tag: string;
  quality: string;
  refused: boolean;
  n_good_before: number | null;
  n_good_after: number | null;
  level_shift_sigma: number | null;
  level_shift_sigma_reason?: string;
  spread_ratio: number | null;
  spread_ratio_reason?: string;
  flagged_fraction: number | null;
  flagged_fraction_reason?: string;
  changed_at: string | null;
  changed_at_reason: string | null;
  at_seam: boolean | null;
}

interface Pair {
  left: string;
  right: string;
  pearson_before: number;
  pearson_after: number;
  delta: number;
  interval: [number, number] | null;
  interval_reason?: string;
  clears: boolean;
  p_value: number | null;
  p_adjusted: number | null;
  spearman_before: number;
  spearman_after: number;
  spearman_delta: number;
}

interface Fields {
  source_id: string | null;
  grid: { rate_s: number | null; coverage_before: number | null; coverage_after: number | null };
  common_gaps: { start: string; end: string; n_tags: number }[];
  n_tags: number;
  n_refused: number;
  tags: TagRow[];
  tags_dropped: number;
  pairs: Pair[] | null;
  pairs_dropped: number;
  pairs_total: number;
  pairs_undefined: number;
  pairs_without_interval: number;
  pairs_clearing: number;
  pairs_clearing_adjusted: number;
  expected_false_clears: number;
  pairs_method: { interval_method: string; seed: number; generator: string; differences_before: number };
  joint: {
    components: number;
    rows: number;
    explained_before: number;
    explained_after: number;
    t2_breaches: number;
    spe_breaches: number | null;
    spe_contributors: { tag: string; share: number }[];
    spe_contributors_note: string | null;
  } | null;
  refused_tables: Record<string, string>;
}

const demo = referenceDemo();
const DEMO = [
  "compare",
  "fic101.csv",
  "tic101.csv",
  "--before",
  "2024-03-30T20:00:00Z/PT3H",
  "--after",
  "2024-03-31T04:00:00Z/PT2H",
];

async function compared(files: Record<string, string>, argv: string[]): Promise<Fields> {
  const run = await inFolder(files, () => runJson(argv));
  assert.equal(run.exit, 0, run.stderr);
  return run.document as unknown as Fields;
}

async function refused(files: Record<string, string>, argv: string[]) {
  const run = await inFolder(files, () => runJson(argv));
  assert.equal(run.exit, 3, run.stderr + run.stdout);
  return run.document as { error_type: string; cause: string; details: Record<string, unknown> };
}

type Cell = number | null;

/** One sample a minute from 2024-01-01T00:00Z; null leaves the row out. */
function csv(values: Cell[]): string {
  const rows = values.flatMap((v, i) =>
    v === null ? [] : `${new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString()},${v},GOOD`,
  );
  return `timestamp,value,quality\n${rows.join("\n")}\n`;
}

function archives(columns: Record<string, Cell[]>, meta: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([tag, values]) => [
      [`${tag}.csv`, csv(values)],
      [`${tag}.meta.json`, metaJson(tag, { sample_rate_s: 60, ...meta })],
    ]),
  );
}

const noise = (n: number, seed: number) => {
  const rng = pcg64(seed);
  return Array.from({ length: n }, () => standardNormal(rng));
};
const PERIODS = ["--before", "2024-01-01T00:00:00Z/PT199M", "--after", "2024-01-01T03:20:00Z/PT199M"];
const row = (f: Fields, tag: string) => f.tags.find((r) => r.tag === `test:${tag}`)!;

test("the reference's demo: tags, correlations and joint structure as it publishes them", async () => {
  const f = await compared(demo, DEMO);
  assert.equal(f.source_id, "demo");
  const [tic, fic] = f.tags;
  assert.deepEqual([tic.tag, tic.quality, tic.refused, fic.tag], ["demo:TIC101.PV", "ok", false, "demo:FIC101.PV"]);
  close(tic.level_shift_sigma!, 0.8340036, 1e-7);
  close(tic.spread_ratio!, 6.0061605, 1e-7);
  close(tic.flagged_fraction!, 0.6198347107438017);
  assert.deepEqual([tic.changed_at, tic.at_seam], ["2024-03-31T04:18:00Z", false]);
  close(fic.level_shift_sigma!, 0.4049706, 1e-7);
  close(fic.spread_ratio!, 0.5344609, 1e-7);
  assert.equal(fic.flagged_fraction, 0);
  const [pair] = f.pairs!;
  close(pair.pearson_before, 0.6921006, 1e-7);
  close(pair.pearson_after, 0.1667882, 1e-7);
  close(pair.delta, -0.5253124, 1e-7);
  close(pair.spearman_before, 0.6384868, 1e-7);
  close(pair.spearman_after, 0.1465102, 1e-7);
  close(pair.spearman_delta, 0.1465102 - 0.6384868, 1e-7);
  assert.equal(pair.clears, true);
  const joint = f.joint!;
  assert.deepEqual([joint.components, joint.rows, joint.t2_breaches, joint.spe_breaches], [1, 121, 70, 108]);
  close(joint.explained_before, 0.9767, 1e-4);
  close(joint.explained_after, 0.5129, 1e-4);
  assert.deepEqual(
    joint.spe_contributors.map(({ share }) => Number(share.toFixed(9))),
    [0.5, 0.5],
  );
  assert.match(joint.spe_contributors_note!, /2 tags/);
});

test("a breakpoint at the seam of the two periods is marked: the demo's flow changed at no time that was observed", async () => {
  // The reference prints the seam, 04:00:00, as the time of the change.
  const f = await compared(demo, DEMO);
  assert.deepEqual([f.tags[1].changed_at, f.tags[1].at_seam], ["2024-03-31T04:00:00Z", true]);
});

test("the interval names its method and, on the demo, is a little wider than the reference's percentile interval", async () => {
  const f = await compared(demo, DEMO);
  const [lower, upper] = f.pairs![0].interval!;
  assert.ok(lower < -0.7 && lower > -0.95 && upper > -0.3 && upper < 0, `[${lower}, ${upper}]`);
  assert.deepEqual(
    [f.pairs_method.generator, f.pairs_method.seed, f.pairs_method.differences_before],
    ["PCG64", 42, 180],
  );
  assert.match(f.pairs_method.interval_method, /studentised moving-block/);
  assert.ok(f.pairs![0].p_value! < 0.05 && f.pairs![0].p_adjusted === f.pairs![0].p_value);
});

test("a hole never becomes a difference: the correlation is that of the neighbours on both sides", async () => {
  // x and y are noise; across the hole both step by +100. The reference drops the hole, differences 99 -> 131 and finds r near 1.
  const [x, y] = [noise(400, 1), noise(400, 2)];
  const holed = (v: number[]): Cell[] =>
    v.map((value, i) => (i >= 100 && i < 130 ? null : i >= 130 && i < 200 ? value + 100 : value));
  const f = await compared(archives({ x: holed(x), y: holed(y) }), ["compare", "x.csv", "y.csv", ...PERIODS]);
  assert.ok(Math.abs(f.pairs![0].pearson_before) < 0.3, String(f.pairs![0].pearson_before));
  assert.equal(f.pairs_method.differences_before, 99 + 69);
  assert.deepEqual(
    f.common_gaps.map(({ start, end, n_tags }) => [start, end, n_tags]),
    [["2024-01-01T01:39:00Z", "2024-01-01T02:10:00Z", 2]],
  );
});

test("every pair has a p-value and an adjusted one; false clears expected of no change are stated; top bounds the JSON", async () => {
  const columns = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`t${i}`, noise(400, 10 + i)]));
  const f = await compared(archives(columns), [
    "compare",
    ...Object.keys(columns).map((tag) => `${tag}.csv`),
    ...PERIODS,
    "--top",
    "3",
  ]);
  assert.deepEqual(
    [f.pairs!.length, f.pairs_dropped, f.pairs_total, f.tags.length, f.tags_dropped, f.n_tags],
    [3, 25, 28, 3, 5, 8],
  );
  close(f.expected_false_clears, 0.05 * 28);
  assert.ok(f.pairs!.every(({ p_value, p_adjusted }) => p_adjusted! >= p_value!));
  assert.equal(f.pairs_clearing_adjusted, 0, "28 pairs that did not change");
});

test("one decoupled pair among many is found after adjustment: p-values do not end at 1/(replicates + 1)", async () => {
  const columns: Record<string, number[]> = Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [`t${i}`, noise(400, 30 + i)]),
  );
  columns.t1 = columns.t0.map((v, i) => (i < 200 ? v + 0.3 * columns.t1[i] : columns.t1[i]));
  const f = await compared(archives(columns), [
    "compare",
    ...Object.keys(columns).map((tag) => `${tag}.csv`),
    ...PERIODS,
  ]);
  assert.deepEqual([f.pairs![0].left, f.pairs![0].right], ["test:t0", "test:t1"]);
  // With p no smaller than 1/1001, 45 pairs would leave at best 0.045; here it is far below.
  assert.ok(f.pairs![0].p_adjusted! < 1e-4, String(f.pairs![0].p_adjusted));
});

test("the same call gives the same bytes", async () => {
  const both = await inFolder(demo, async () => [await runJson(DEMO), await runJson(DEMO)]);
  assert.equal(both[0].stdout, both[1].stdout);
});

test("too short for five blocks: the change is told, its interval is not", async () => {
  const f = await compared(archives({ x: noise(70, 1), y: noise(70, 2) }), [
    ...["compare", "x.csv", "y.csv", "--before", "2024-01-01T00:00:00Z/PT34M", "--after", "2024-01-01T00:35:00Z/PT34M"],
  ]);
  const [pair] = f.pairs!;
  assert.deepEqual([pair.interval, pair.p_value, pair.clears, f.pairs_without_interval], [null, null, false, 1]);
  assert.match(pair.interval_reason!, /4 blocks in the shorter period; 5 needed/);
  assert.equal(f.expected_false_clears, 0);
});

test("a tag that stands still in a period has no correlation; one that moves in one block alone has no interval", async () => {
  const still = noise(400, 1).map((v, i) => (i < 200 ? v : 5));
  const once = noise(400, 3).map((v, i) => (i < 200 ? v : i < 203 ? v : 5));
  const f = await compared(archives({ a: noise(400, 2), once, still }), [
    "compare",
    "a.csv",
    "once.csv",
    "still.csv",
    ...PERIODS,
  ]);
  assert.deepEqual([f.pairs_total, f.pairs_undefined, f.pairs_without_interval], [1, 2, 1]);
  assert.match(f.pairs![0].interval_reason!, /resamples leave a tag flat/);
  assert.equal(row(f, "still").quality, "frozen");
});

test("the tags table says what troubles a tag, worst first", async () => {
  const good = noise(400, 5);
  const files = archives({
    ok: good,
    shifted: good.map((v, i) => (i < 200 ? v : v + 4)),
    gone: good.map((v, i) => (i < 200 ? v : null)),
    flat: good.map((v, i) => (i < 200 ? 7 : v)),
  });
  files["bad.csv"] = csv(good).replace(/(2024-01-01T05:[0-9:.]+Z,[^,]+),GOOD/g, "$1,BAD");
  files["bad.meta.json"] = metaJson("bad", { sample_rate_s: 60 });
  files["clip.csv"] = csv(good.map((v, i) => (i === 300 ? 10 : v)));
  files["clip.meta.json"] = metaJson("clip", { sample_rate_s: 60, eng_range_zero: -10, eng_range_span: 20 });
  files["mode.csv"] = csv(good).replace(/Z,[^,\n]+,/g, "Z,RUN,");
  files["mode.meta.json"] = metaJson("mode", { role: "MODE", sample_rate_s: 60 });
  files["broken.csv"] = csv(good).replace(/Z,[^,\n]+,GOOD\n/, "Z,oops,GOOD\n");
  files["broken.meta.json"] = metaJson("broken", { sample_rate_s: 60 });
  const names = ["ok", "shifted", "gone", "flat", "bad", "clip", "mode", "broken"];
  const f = await compared(files, ["compare", ...names.map((name) => `${name}.csv`), ...PERIODS]);
  assert.deepEqual([f.n_tags, f.n_refused], [8, 1]);
  assert.equal(row(f, "ok").quality, "ok");
  assert.equal(row(f, "gone").quality, "no rows");
  assert.equal(row(f, "gone").level_shift_sigma_reason, "no GOOD rows after");
  assert.equal(row(f, "bad").quality, "BAD 30%");
  assert.equal(row(f, "clip").quality, "censored");
  assert.equal(row(f, "flat").level_shift_sigma_reason, "no spread before");
  assert.equal(row(f, "flat").flagged_fraction_reason, "no spread before");
  // The reference reads a tag of states as "no GOOD rows before".
  assert.match(row(f, "mode").level_shift_sigma_reason!, /states \(role MODE\)/);
  assert.deepEqual([row(f, "broken").quality, row(f, "broken").refused], ["[SchemaError]", true]);
  assert.match(row(f, "broken").level_shift_sigma_reason!, /SchemaError: .*oops/);
  assert.ok(row(f, "shifted").level_shift_sigma! > 3);
  const trouble = f.tags.map(({ quality }) => quality === "ok");
  assert.deepEqual(trouble, [...trouble].sort(), "all that is not ok comes first");
});

test("tables that cannot be made say why, and the others are still given", async () => {
  const [x, y] = [noise(400, 1), noise(400, 2)];
  const thin = (v: number[]): Cell[] => v.map((value, i) => (i % 10 === 0 ? null : value));
  const f = await compared(archives({ x: thin(x), y }), ["compare", "x.csv", "y.csv", ...PERIODS]);
  assert.equal(f.pairs!.length, 1);
  assert.deepEqual([f.joint !== null, Object.keys(f.refused_tables)], [true, []]);
  const thinner = (v: number[]): Cell[] => v.map((value, i) => (i % 4 === 0 ? null : value));
  const g = await compared(archives({ x: thinner(x), y }), ["compare", "x.csv", "y.csv", ...PERIODS]);
  assert.equal(g.pairs!.length, 1);
  assert.match(g.refused_tables.joint, /MspcAlignmentError: .*0\.875/);
  const one = await compared(archives({ x }), ["compare", "x.csv", ...PERIODS]);
  assert.match(one.refused_tables.pairs, /1 of 1 tags carry GOOD numeric rows in both periods/);
  const rates = { ...archives({ x, y }), "y.meta.json": metaJson("y") };
  const h = await compared(rates, ["compare", "x.csv", "y.csv", ...PERIODS]);
  assert.match(h.refused_tables.pairs, /test:y declares no sample rate/);
  assert.equal(h.grid.rate_s, null);
});

test("no archive readable is a refusal that lists each reason; no row in a period is an empty window", async () => {
  const files = archives({ x: noise(400, 1), y: noise(400, 2) });
  const broken = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      name.endsWith(".csv") ? text.replace(/Z,[^,\n]+,GOOD\n/, "Z,oops,GOOD\n") : text,
    ]),
  );
  const { error_type, details } = await refused(broken, ["compare", "x.csv", "y.csv", ...PERIODS]);
  assert.equal(error_type, "InsufficientQuality");
  assert.deepEqual(
    (details.refused as { tag: string }[]).map(({ tag }) => tag),
    ["test:x", "test:y"],
  );
  const later = ["--before", "2024-01-01T00:00:00Z/PT3H", "--after", "2025-01-01"];
  assert.equal((await refused(files, ["compare", "x.csv", "y.csv", ...later])).error_type, "EmptyWindow");
});

test("overlap, the wrong order and a missing file are bad calls; the same tag twice is refused", async () => {
  const files = archives({ x: noise(400, 1), y: noise(400, 2) });
  const bad = async (argv: string[]) => {
    const run = await inFolder(files, () => runCli(argv));
    assert.equal(run.exit, 2, run.stdout);
    return run.stderr;
  };
  assert.match(
    await bad(["compare", "x.csv", "--before", "2024-01-01T00:00:00Z/PT3H", "--after", "2024-01-01T02:00:00Z/PT3H"]),
    /--before and --after overlap/,
  );
  assert.match(
    await bad(["compare", "x.csv", "--before", "2024-01-01T03:00:00Z/PT3H", "--after", "2024-01-01T00:00:00Z/PT3H"]),
    /swap/,
  );
  assert.match(await bad(["compare", "x.csv", "none.csv", ...PERIODS]), /none\.csv/);
  const twice = { ...files, "y.meta.json": files["x.meta.json"] };
  assert.equal((await refused(twice, ["compare", "x.csv", "y.csv", ...PERIODS])).error_type, "DuplicateTag");
});

test("a default answer on twenty tags stays under 8 kB, its provenance apart", async () => {
  const columns = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`tag${i}`, noise(400, 50 + i)]));
  const run = await inFolder(archives(columns), () =>
    runJson(["compare", ...Object.keys(columns).map((tag) => `${tag}.csv`), ...PERIODS]),
  );
  const { provenance, ...rest } = run.document;
  assert.equal((provenance as unknown[]).length, 20);
  assert.ok(JSON.stringify(rest).length < 8192, String(JSON.stringify(rest).length));
});

test("a cancel is seen while the pairs are resampled", async () => {
  const columns = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`tag${i}`, noise(400, 50 + i)]));
  const abort = new AbortController();
  const watch = (text: string) => void (/ 60 % {2}pairs/.test(text) && abort.abort());
  const argv = ["compare", ...Object.keys(columns).map((tag) => `${tag}.csv`), ...PERIODS];
  const run = await inFolder(archives(columns), () => runCli(argv, { signal: abort.signal, watch }));
  assert.equal(run.exit, 130);
  // It went no further.
  assert.doesNotMatch(run.stderr, / 61 % {2}pairs/);
});

test("the text has the three tables", async () => {
  const { stdout } = await inFolder(demo, () => runCli(DEMO));
  assert.match(stdout, /^demo {2}2 tags {3}refused 0 {3}pairs 1 of 1 clearing\n/);
  assert.match(stdout, /\ngrid {6}rate 60 s \(declared\) {3}coverage 1\.000 -> 1\.000\n/);
  assert.match(stdout, /\nTags that changed\n/);
  assert.match(stdout, /\n {2}TIC101\.PV {2}ok {8} {2}\+0\.8 {5}x6\.0 {6}62% {2}2024-03-31 04:18:00Z\n/);
  assert.match(stdout, /\nPairs that decoupled {2}\(Pearson on first differences, 95% block bootstrap\)\n/);
  assert.match(
    stdout,
    /\nJoint structure {2}\(PCA fitted on before, 2 of 2 tags aligned\)\n {2}components 1 {3}explained 0\.9767 -> 0\.5129\n/,
  );
  for (const line of stdout.split("\n")) assert.ok(line.length < 80, line);
});

test("a shift names the samples it rests on, one sample has no spread, and few are told", async () => {
  const files = archives({ c0: Array.from({ length: 240 }, (_, i) => (i % 7) + (i % 4)) });
  const argv = ["compare", "c0.csv", "--before", "2024-01-01T00:00:00Z/PT2H", "--after", "2024-01-01T03:00:00Z/PT1S"];
  const f = await compared(files, argv);
  const [tag] = f.tags;
  assert.deepEqual([tag.n_good_before, tag.n_good_after, tag.spread_ratio], [121, 1, null]);
  assert.equal(tag.spread_ratio_reason, "one GOOD row after");
  const { stdout } = await inFolder(files, () => runCli(argv));
  assert.match(stdout, /fewer than 30 GOOD samples: c0 121 -> 1/);
});

test("a tag is frozen when it has stood longer than nearly all stands before, not merely longer than most", async () => {
  // Before: a new value each minute, but for three stands of 15 minutes in about 160.
  const lively = Array.from({ length: 200 }, (_, i) => (i % 60 >= 40 && i % 60 < 55 ? 7 : 10 + ((i * 7) % 13)));
  const ending = (stand: number) => [...lively, ...lively.slice(0, 200 - stand), ...Array<number>(stand).fill(99)];
  for (const [stand, quality] of [
    [11, "ok"],
    [31, "frozen"],
  ] as const) {
    const f = await compared(archives({ x: ending(stand) }), ["compare", "x.csv", ...PERIODS]);
    assert.equal(row(f, "x").quality, quality, `${stand} minutes`);
  }
});
