import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inFolder, metaJson, seriesCsv } from "../support/folder.ts";
import { root } from "../support/root.ts";
import { runBuilt, runCli, runJson } from "../support/run.ts";

/** Two hours at one sample a minute: a saw of two levels, then a step of 9. */
const values = Array.from({ length: 120 }, (_, i) => (i % 3) + (i >= 100 ? 9 : 0));
const files = {
  "t.csv": seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 60, values }),
  "t.meta.json": metaJson("T.PV", { sample_rate_s: 60, unit_raw: "bar" }),
};
const WINDOWS = ["--baseline", "2024-01-01T00:00:00Z/PT1H", "--window", "2024-01-01T01:00:00Z/PT59M"];

test("limits and flags are those of spc over the same windows", () =>
  inFolder(files, async () => {
    const { document } = await runJson(["plot", "t.csv", ...WINDOWS]);
    const spc = (await runJson(["spc", "t.csv", ...WINDOWS, "--max-events", "all"])).document;
    const { center, lcl, ucl } = spc.limits as Record<string, number>;
    assert.deepEqual(document.limits, { center, lcl, ucl });
    const hits = (spc.rules as { hits: { timestamp: string }[] }[]).flatMap((rule) =>
      rule.hits.map((h) => h.timestamp),
    );
    assert.equal(document.n_flagged, new Set(hits).size);
    assert.ok(hits.length > 0);
    // The baseline is drawn beside its window: two hours but for the last minute.
    assert.equal((document.drawn as { duration_s: number }).duration_s, 119 * 60);
  }));

test("--chart screen draws the limits of screen, with the options given", () =>
  inFolder(files, async () => {
    const { document } = await runJson(["plot", "t.csv", ...WINDOWS, "--chart", "screen", "--options", '{"k":2}']);
    const screen = (await runJson(["screen", "t.csv", ...WINDOWS, "--k", "2"])).document;
    const { lcl, ucl } = document.limits as Record<string, number>;
    assert.deepEqual([[lcl, ucl], document.n_flagged], [screen.limits, screen.n_flagged]);
  }));

test("where the chart refuses, the values are drawn without limits and the picture says why", () => {
  const flat = seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 60, values: values.map((v, i) => (i < 60 ? 5 : v)) });
  return inFolder({ "t.csv": flat }, async () => {
    const { exit, document } = await runJson(["plot", "t.csv", ...WINDOWS, "--svg"]);
    assert.equal(exit, 0);
    assert.deepEqual([document.limits, document.n_flagged], [null, null]);
    assert.match(String(document.limits_reason), /^\[ZeroSpreadBaseline\] csv:t: /);
    assert.match(String(document.svg), />no limits: ZeroSpreadBaseline</);
  });
});

test("a baseline farther away than both windows are long is not drawn", () => {
  const far = seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 3600, values: [...values, ...values] });
  const windows = ["--baseline", "2024-01-01T00:00:00Z/P2D", "--window", "2024-01-08T00:00:00Z/P1D"];
  return inFolder({ "t.csv": far }, async () => {
    const { document } = await runJson(["plot", "t.csv", ...windows, "--svg"]);
    assert.deepEqual(document.drawn, document.window);
    assert.doesNotMatch(String(document.svg), />baseline</);
    assert.notEqual(document.limits, null);
  });
});

test("rows that are not GOOD are counted and marked, and no line is drawn across them", () => {
  const rows = seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 60, values: values.slice(0, 30) }).split("\n");
  const bad = rows.map((row, i) => (i > 10 && i <= 20 ? row.replace("GOOD", "BAD") : row)).join("\n");
  return inFolder({ "t.csv": bad }, async () => {
    const { document } = await runJson(["plot", "t.csv", "--svg"]);
    assert.deepEqual([document.n_samples, document.n_good, document.n_not_good, document.n_gaps], [30, 20, 10, 0]);
    assert.equal(
      String(document.svg)
        .match(/<path class="line" d="[^"]*"/)?.[0]
        .split("M").length,
      3,
    );
    assert.match(String(document.svg), />not GOOD \(10\)</);
    assert.match(String(document.sparkline), / {10}/);
  });
});

test("a tag of states is refused: there is no value axis to draw it on", () =>
  inFolder({ ...files, "t.meta.json": metaJson("T.MODE", { role: "MODE" }) }, async () => {
    const { exit, document } = await runJson(["plot", "t.csv"]);
    assert.deepEqual([exit, document.error_type], [3, "StateValuedTag"]);
  }));

for (const [why, argv, pattern] of [
  ["a baseline without a window", ["--baseline", "2024-01-01T00:00:00Z/PT1H"], /baseline: limits need a window/],
  ["windows that overlap", [...WINDOWS.slice(0, 3), "2024-01-01T00:30:00Z/PT1H"], /baseline and window overlap/],
  ["another picture format", ["--out", "t.gif"], /'t.gif' ends in neither .svg nor .png/],
  ["a window among the options", [...WINDOWS, "--options", "window=2024-01-01"], /options: window is not for/],
  ["an option that the chart does not have", [...WINDOWS, "--options", "sigmas=mad"], /unknown argument 'sigmas'/],
] as const) {
  test(`${why} is a bad call, and nothing is written`, () =>
    inFolder(files, async () => {
      const { exit, stderr } = await runCli(["plot", "t.csv", ...argv]);
      assert.equal(exit, 2);
      assert.match(stderr, pattern);
      assert.equal(existsSync("t.gif"), false);
    }));
}

test("limits over stdin are a bad call: the rows are needed twice", () =>
  inFolder({}, async () => {
    const { exit, stderr } = await runCli(["plot", "-", ...WINDOWS], { stdin: files["t.csv"] });
    assert.equal(exit, 2);
    assert.match(stderr, /stdin can be read once/);
    assert.equal((await runCli(["plot", "-"], { stdin: files["t.csv"] })).exit, 0);
  }));

test("a PNG is the same picture at twice its size; an existing file is replaced only when asked", () =>
  inFolder(files, async () => {
    assert.equal((await runCli(["plot", "t.csv", "--out", "t.png"])).exit, 0);
    const png = readFileSync("t.png");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1600, 628]);
    assert.equal((await runCli(["plot", "t.csv", "--out", "t.png"])).exit, 2);
    assert.equal((await runCli(["plot", "t.csv", "--out", "t.png", "--overwrite"])).exit, 0);
  }));

test("without the optional renderer a PNG is refused, and SVG still works", () =>
  inFolder(files, async (dir) => {
    // The program by itself: no node_modules on any path above it.
    cpSync(join(root, "dist"), join(dir, "program/dist"), { recursive: true });
    mkdirSync(join(dir, "work"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, "work", name), text);
    const run = (...argv: string[]) =>
      runBuilt(argv, { cwd: join(dir, "work"), program: join(dir, "program/dist/liquet.js") });
    const { exit, stdout } = await run("plot", "t.csv", "--out", "t.png", "--json");
    const document = JSON.parse(stdout);
    assert.deepEqual([exit, document.error_type], [3, "PackageMissing"]);
    assert.match(document.cause, /npm install @resvg\/resvg-js/);
    assert.equal(existsSync(join(dir, "work/t.png")), false);
    assert.equal((await run("plot", "t.csv", "--out", "t.svg")).exit, 0);
  }));
