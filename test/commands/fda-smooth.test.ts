import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import reference from "../oracles/fda-reference.json" with { type: "json" };
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const refused = async (csv: string, ...words: string[]) => {
  const run = await inFolder({ "x.csv": csv }, () => runJson(["fda", "smooth", "x.csv", ...words]));
  assert.equal(run.exit, 3, run.stderr);
  return run.document as { error_type: string; cause: string };
};

test("--basis fdars with the reference's lambda has the reference's fit", async () => {
  const want = reference.bumps.smooth[1];
  // λ beside the plain sum of squares over m·h^(1 - 2q): 21 points, and 10 pieces between knots.
  const lambda = String(want.lambda / (21 * 10 ** 3));
  const { document } = await runJson(["fda", "smooth", "demo:bumps", "--basis", "fdars", "--lambda", lambda]);
  for (const key of ["edf", "rss", "gcv"] as const) {
    const ratio = (document[key] as number) / want[key];
    assert.ok(Math.abs(ratio - 1) < 1e-9, `${key}: ${ratio}`);
  }
  assert.ok(Math.abs((document.lambda_difference as number) / want.lambda - 1) < 1e-9);
});

test("fewer points than the penalty's order and two more are too few", async () => {
  const few = await refused("t,a\n0,1\n1,2\n2,4\n");
  assert.equal(few.error_type, "TooFewPoints");
  assert.match(few.cause, /3 grid points, 4 needed for a penalty of order 2/);
});

test("an infinite value, and grids of their own that are apart or short, are refused before anything is computed", async () => {
  assert.equal((await refused("t,a\n0,1\n1,inf\n2,4\n3,4\n4,1\n")).error_type, "NonFiniteCurve");
  const own = "curve,t,value\na,0,1\na,1,2\na,2,2\na,3,2\n";
  for (const [more, error] of [
    ["b,4,1\nb,5,5\nb,6,5\nb,7,5\n", "IrregularGrid"],
    ["b,0,1\nb,2,5\nb,3,5\n", "TooFewPoints"],
    ["b,0,1\nb,2,inf\nb,3,5\nb,4,5\n", "NonFiniteCurve"],
  ] as const)
    assert.equal((await refused(own + more)).error_type, error);
});

test("a criterion beside a stated lambda has nothing to choose", async () => {
  const { exit, stderr } = await runCli(["fda", "smooth", "demo:bumps", "--lambda", "1e-6", "--criterion", "gcv"]);
  assert.equal(exit, 2);
  assert.match(stderr, /^error: criterion: lambda is stated/);
});

test("one curve is enough, and more functions than points too", async () => {
  const csv = "t,a\n0,1\n1,3\n2,2\n3,5\n4,4\n5,7\n";
  const run = await inFolder({ "x.csv": csv }, () => runJson(["fda", "smooth", "x.csv", "--n-basis", "30"]));
  assert.equal(run.exit, 0, run.stderr);
  assert.ok((run.document.edf as number) < 6);
});

test("with no degrees of freedom left, sigma and GCV say why they are missing", async () => {
  const csv = "t,a\n0,1\n1,3\n2,2\n3,5\n4,4\n";
  const argv = ["fda", "smooth", "x.csv", "--lambda", "0"];
  const { document } = await inFolder({ "x.csv": csv }, () => runJson(argv));
  assert.equal(document.gcv, null);
  assert.match(document.gcv_reason as string, /as many degrees of freedom as there are points/);
  const [curve] = document.curves as { sigma: null; sigma_reason: string; fitted: number[] }[];
  assert.equal(curve.sigma, null);
  curve.fitted.forEach((y, j) => {
    assert.ok(Math.abs(y - [1, 3, 2, 5, 4][j]) < 1e-9);
  });
});

test("with the defaults an answer about 200 curves on 300 points stays below 8 kB, and the rest is counted", async () => {
  const names = Array.from({ length: 200 }, (_, i) => `station${i}`);
  const rows = Array.from({ length: 300 }, (_, j) =>
    [j / 7, ...names.map((_, i) => Math.sin(i + j / (20 + (i % 9))) * (1 + i / 7))].join(","),
  );
  const csv = `t,${names.join(",")}\n${rows.join("\n")}\n`;
  const run = await inFolder({ "x.csv": csv }, () => runJson(["fda", "smooth", "x.csv"]));
  assert.equal(run.exit, 0, run.stderr);
  assert.ok(run.stdout.length < 8000, String(run.stdout.length));
  assert.deepEqual([run.document.points_dropped, run.document.curves_dropped], [279, 190]);
});

test("no line of the text is wider than 80 columns", async () => {
  const { stdout } = await runCli(["fda", "smooth", "demo:bumps", "--max-points", "all", "--criterion", "aic"]);
  for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
});

test("--out writes every smooth whole, to be read as curves again", async () => {
  await inFolder({}, async () => {
    const argv = ["fda", "smooth", "demo:bumps", "--max-curves", "1", "--max-points", "all", "--out", "s.csv"];
    const smooth = await runJson(argv);
    assert.equal(smooth.document.out, "s.csv");
    const loaded = await runJson(["data", "load", "s.csv", "--as", "curves"]);
    const { n_curves, n_points_min } = loaded.document.curves as { n_curves: number; n_points_min: number };
    assert.deepEqual([n_curves, n_points_min], [6, 21]);
    const written = readFileSync("s.csv", "utf8").split("\n").slice(1, 22);
    const [{ fitted }] = smooth.document.curves as { fitted: number[] }[];
    written.forEach((line, j) => {
      assert.ok(Math.abs(Number(line.split(",")[2]) - fitted[j]) < 1e-11, line);
    });
    const twice = await runCli(argv);
    assert.equal(twice.exit, 2, "an existing file is not replaced");
  });
});
