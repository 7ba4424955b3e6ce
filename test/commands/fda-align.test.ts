import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

interface Elastic {
  elastic: {
    converged: boolean | null;
    converged_reason?: string;
    history: { objective: number }[];
    before: { pairwise_correlation: number; least_squares: number };
    after: { pairwise_correlation: number; least_squares: number };
    constant_curves: string[];
    at: number[];
    aligned_mean: number[];
    target: number[];
    curves: { curve: string; phase_distance: number; amplitude_distance: number; max_displacement: number }[];
    curves_dropped: number;
    n_at_band: number;
  };
  template: string;
  warnings: string[];
  band: number | null;
  band_basis: string;
}

const elasticOf = async (words: string[]) => {
  const { exit, document, stderr } = await runJson(["fda", "align", ...words]);
  assert.equal(exit, 0, stderr);
  return document as unknown as Elastic;
};
const wide = (columns: Record<string, number[]>, t: number[]) =>
  `t,${Object.keys(columns).join(",")}\n${t.map((at, j) => [at, ...Object.values(columns).map((v) => v[j])].join(",")).join("\n")}\n`;
const grid = Array.from({ length: 31 }, (_, j) => j);
const sine = grid.map((at) => Math.sin(at / 5));

test("alignment says what it did to the curves' likeness, and the aligned mean is as high as the curves are", async () => {
  const { elastic } = await elasticOf(["demo:bumps"]);
  assert.equal(elastic.converged, true);
  assert.ok(elastic.after.pairwise_correlation > 0.99 && elastic.before.pairwise_correlation < 0.67);
  assert.ok(elastic.after.least_squares < elastic.before.least_squares / 5);
  // Heights are 1.0 to 1.5; the cross-sectional mean before aligning reaches 1.01 only.
  assert.ok(Math.max(...elastic.aligned_mean) > 1.2);
});

test("a warp's unit is the grid's: hours and seconds give the same distances", async () => {
  const late = grid.map((at) => Math.sin(at / 5 - 0.3));
  const files = {
    "h.csv": wide({ a: sine, b: late }, grid),
    "s.csv": wide(
      { a: sine, b: late },
      grid.map((at) => at * 3600),
    ),
  };
  await inFolder(files, async () => {
    const [h, s] = [await elasticOf(["h.csv", "--lambda", "0.1"]), await elasticOf(["s.csv", "--lambda", "0.1"])];
    for (const [i, curve] of h.elastic.curves.entries()) {
      const other = s.elastic.curves[i];
      assert.ok(Math.abs(curve.amplitude_distance - other.amplitude_distance) < 1e-9);
      assert.ok(Math.abs(curve.phase_distance - other.phase_distance) < 1e-9);
      assert.ok(Math.abs(3600 * curve.max_displacement - other.max_displacement) < 1e-6);
    }
  });
});

test("a constant curve keeps the identity and is named; a constant template, and constants alone, are refused", async () => {
  const flat = grid.map(() => 2);
  await inFolder(
    { "x.csv": wide({ a: sine, flat, b: sine }, grid), "flat.csv": wide({ a: flat, b: flat }, grid) },
    async () => {
      const { elastic, warnings } = await elasticOf(["x.csv", "--template", "a"]);
      assert.deepEqual(elastic.constant_curves, ["flat"]);
      assert.equal(elastic.curves[1].max_displacement, 0);
      assert.ok(warnings.some((text) => /1 curve is constant/.test(text)));
      assert.equal(elastic.converged, null);
      for (const words of [["x.csv", "--template", "flat"], ["flat.csv"]]) {
        const { exit, document } = await runJson(["fda", "align", ...words]);
        assert.deepEqual([exit, document.error_type], [3, "NotIdentifiable"]);
      }
    },
  );
});

test("rough curves are told to be smoothed first, and smooth ones are not", async () => {
  const noise = (seed: number) => grid.map((at) => Math.sin(at / 5) + 0.8 * (((at * seed) % 17) / 17 - 0.5));
  await inFolder(
    { "n.csv": wide({ a: noise(7), b: noise(11), c: noise(5) }, grid), "s.csv": wide({ a: sine, b: sine }, grid) },
    async () => {
      const rough = await elasticOf(["n.csv"]);
      assert.ok(rough.warnings.some((text) => /as rough as their 5-point averages: smooth/.test(text)));
      assert.deepEqual((await elasticOf(["s.csv"])).warnings, []);
    },
  );
});

test("a band that holds warps back is reported, and a share of the points is a band too", async () => {
  const narrow = await elasticOf(["demo:bumps", "--band", "1"]);
  assert.ok(narrow.elastic.n_at_band > 0);
  assert.ok(narrow.warnings.some((text) => /touch the band/.test(text)));
  const share = await elasticOf(["demo:bumps", "--band", "0.1"]);
  assert.deepEqual([share.band, share.band_basis], [3, "stated"]);
});

test("one curve, a missing value and rounds that cannot tell convergence are not aligned", async () => {
  const files = {
    "one.csv": wide({ a: sine }, grid),
    "gap.csv": "t,a,b\n0,1,1\n1,,2\n2,3,3\n",
    "two.csv": "t,a,b\n0,1,1\n1,2,2\n",
  };
  await inFolder(files, async () => {
    const refused = async (name: string) => (await runJson(["fda", "align", name])).document.error_type;
    assert.equal(await refused("one.csv"), "TooFewCurves");
    assert.equal(await refused("gap.csv"), "NonFiniteCurve");
    assert.equal(await refused("two.csv"), "TooFewPoints");
    const dtw = await runJson(["fda", "align", "gap.csv", "--distance", "dtw"]);
    assert.equal(dtw.document.error_type, "NonFiniteCurve");
    assert.equal((await runCli(["fda", "align", "demo:bumps", "--max-iter", "1"])).exit, 2);
    const stopped = await elasticOf(["demo:bumps", "--max-iter", "2"]);
    assert.equal(stopped.elastic.converged, false);
    assert.ok(stopped.warnings.some((text) => /not converged after 2 iterations/.test(text)));
  });
});

test("curves too long to be held are refused before anything is computed; a band makes them fit", async () => {
  const t = Array.from({ length: 5000 }, (_, j) => j);
  await inFolder({ "x.csv": wide({ a: t, b: t.map((at) => at + Math.sin(at)) }, t) }, async () => {
    for (const words of [
      ["elastic", "--band", "2500"],
      ["dtw", "--template", "a"],
    ]) {
      const { exit, document } = await runJson(["fda", "align", "x.csv", "--distance", ...words]);
      assert.deepEqual([exit, document.error_type], [3, "TooManyPoints"]);
      assert.match(String(document.cause), /state a --band/);
    }
    for (const distance of ["elastic", "dtw"]) {
      const words = ["--distance", distance, "--template", "a", "--band", "20"];
      assert.equal((await runJson(["fda", "align", "x.csv", ...words])).exit, 0);
    }
  });
});

test("what the mean or the medoid is of can be stated, and is said; beside a template it is a bad call", async () => {
  const columns = Object.fromEntries(
    ["a", "b", "c", "d", "e"].map((name, i) => [name, grid.map((at) => Math.sin(at / 5 - 0.1 * i))]),
  );
  await inFolder({ "c.csv": wide(columns, grid) }, async () => {
    const some = await elasticOf(["c.csv", "--template-of", "3"]);
    assert.equal((some.elastic as { template_of?: number }).template_of, 3);
    assert.match(some.warnings[0], /^the mean is of 3 of 5 curves/);
    const all = await elasticOf(["c.csv", "--template-of", "all"]);
    assert.deepEqual(all.elastic, (await elasticOf(["c.csv"])).elastic);
    assert.deepEqual(all.warnings, []);
    const text = await runCli(["fda", "align", "c.csv", "--template-of", "3"]);
    assert.match(text.stdout, /the Karcher mean of 3 of them, evenly spread/);
    const dtw = await runJson(["fda", "align", "c.csv", "--distance", "dtw", "--template-of", "2"]);
    const found = dtw.document as unknown as { dtw: { template_of: number }; template: string; warnings: string[] };
    assert.equal(found.dtw.template_of, 2);
    assert.equal(found.template, "a");
    assert.match(found.warnings[0], /^the medoid is of 2 of 5 curves/);
    const both = await runCli(["fda", "align", "c.csv", "--template", "a", "--template-of", "3"]);
    assert.equal(both.exit, 2);
    assert.match(both.stderr, /template_of: the template is stated/);
  });
});

test("text stays within 80 columns and tells curves apart whose long names begin alike", async () => {
  const names = [1, 2, 3, 4].map((i) => `a rather long name of the reactor, curve number ${i}`);
  const noisy = (i: number) => grid.map((at) => Math.sin(at / 5 - 0.1 * i) + 0.3 * Math.sin(97 * at * at + i));
  const columns = Object.fromEntries(names.map((name, i) => [`"${name}"`, noisy(i)]));
  await inFolder(
    { "c.csv": wide({ ...columns, '"a rather long name of a constant"': grid.map(() => 2) }, grid) },
    async () => {
      for (const words of [
        ["align", "c.csv"],
        ["align", "c.csv", "--distance", "dtw"],
        ["cluster", "c.csv"],
        ["fpca", "c.csv"],
        ["smooth", "c.csv"],
        ["result", "fpca:c.csv"],
        ["result", "alignment:c.csv"],
        ["run-method", "c.csv", "--method", "smoothing"],
        [
          "compare-methods",
          "c.csv",
          "--method",
          "clustering",
          "--candidate-params",
          "k=2",
          "--candidate-params",
          "k=99",
        ],
        ["pipeline-report", "c.csv", "--stages", "clustering", "--stages", "alignment"],
      ]) {
        const { exit, stdout, stderr } = await runCli(["fda", ...words]);
        assert.equal(exit, 0, stderr);
        for (const line of stdout.split("\n")) assert.ok(Array.from(line).length <= 80, `${words.join(" ")}: ${line}`);
      }
      const { stdout } = await runCli(["fda", "fpca", "c.csv"]);
      const listed = stdout.split("\n").filter((line) => line.includes("…"));
      assert.equal(new Set(listed.map((line) => line.slice(0, 26))).size, listed.length);
    },
  );
});

test("one curve that varies beside constants correlates with none: 0, without a sign", async () => {
  const level = grid.map(() => 3);
  await inFolder({ "one.csv": wide({ a: level, b: sine, c: level }, grid) }, async () => {
    const { elastic } = await elasticOf(["one.csv"]);
    assert.deepEqual([elastic.before.pairwise_correlation, elastic.after.pairwise_correlation], [0, 0]);
    const { stdout } = await runCli(["fda", "align", "one.csv"]);
    assert.match(stdout, /correlation 0\.0000 -> 0\.0000/);
  });
});
