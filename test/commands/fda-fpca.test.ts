import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const refused = async (csv: string, ...words: string[]) => {
  const argv = ["fda", "fpca", "x.csv", ...words];
  const run = await inFolder({ "x.csv": csv }, () => runJson(argv));
  assert.equal(run.exit, 3, run.stderr);
  return run.document as { error_type: string; cause: string };
};

test("one curve is too few, and so is one point", async () => {
  const one = await refused("t,a\n0,1\n1,2\n2,4\n");
  assert.equal(one.error_type, "TooFewCurves");
  assert.match(one.cause, /1 curve, 2 needed/);
  const point = await refused("t,a,b\n0,1,2\n");
  assert.equal(point.error_type, "TooFewPoints");
});

test("curves on grids of their own are refused, naming the first that differs", async () => {
  const own = await refused("curve,t,value\na,0,1\na,1,2\nb,0,1\nb,2,5\n");
  assert.equal(own.error_type, "IrregularGrid");
  assert.match(own.cause, /1 of 2 curves do not stand on the grid of 'a', first 'b'/);
});

test("an empty cell is named by curve and point before any arithmetic", async () => {
  const hole = await refused("t,a,b\n0,1,2\n1,,3\n2,4,4\n");
  assert.equal(hole.error_type, "NonFiniteCurve");
  assert.match(hole.cause, /1 of 6 values, in 1 of 2 curves,.*'a' at 1 \(its point 2\)/);
});

test("a value whose square is no number is refused", async () => {
  assert.equal((await refused("t,a,b\n0,1,2\n1,1e200,3\n")).error_type, "NonFiniteCurve");
});

test("values whose squares vanish are refused, curves of zeros beside others are not", async () => {
  const tiny = await refused("t,a,b\n0,1e-200,2e-200\n1,1e-201,3e-200\n");
  assert.equal(tiny.error_type, "NonFiniteCurve");
  assert.match(tiny.cause, /no value of 2 curves is larger than 3e-200, and squares of that vanish/);
  const argv = ["fda", "fpca", "x.csv"];
  for (const rows of ["0,0,1\n1,0,2\n", "0,1e139,2e139\n1,3e139,-1e139\n", "0,1e-139,2e-139\n1,3e-139,0\n"]) {
    const run = await inFolder({ "x.csv": `t,a,b\n${rows}` }, () => runJson(argv));
    assert.equal(run.exit, 0, run.stderr);
    const [{ explained_variance_ratio }] = run.document.components as { explained_variance_ratio: number }[];
    assert.equal(explained_variance_ratio, 1);
  }
});

test("curves that are all the same have no components", async () => {
  const same = await refused("t,a,b,c\n0,0.1,0.1,0.1\n1,0.7,0.7,0.7\n2,4.3,4.3,4.3\n");
  assert.equal(same.error_type, "NotIdentifiable");
  assert.match(same.cause, /all 3 curves are the same/);
});

test("Simpson's rule is refused on a grid whose gaps differ twofold", async () => {
  const uneven = await refused("t,a,b\n0,1,2\n1,2,3\n3,4,4\n4,1,9\n", "--weights", "simpson");
  assert.equal(uneven.error_type, "IrregularGrid");
});

test("with the defaults an answer about 200 curves on 300 points stays below 8 kB, and the rest is counted", async () => {
  const names = Array.from({ length: 200 }, (_, i) => `station${i}`);
  const rows = Array.from({ length: 300 }, (_, j) =>
    [j / 7, ...names.map((_, i) => Math.sin(i + j / (20 + (i % 9))) * (1 + i / 7))].join(","),
  );
  const csv = `t,${names.join(",")}\n${rows.join("\n")}\n`;
  const run = await inFolder({ "x.csv": csv }, () => runJson(["fda", "fpca", "x.csv"]));
  assert.equal(run.exit, 0, run.stderr);
  assert.ok(run.stdout.length < 8000, String(run.stdout.length));
  assert.deepEqual([run.document.points_dropped, run.document.scores_dropped], [279, 180]);
});

test("no line of the text is wider than 80 columns", async () => {
  const { stdout } = await runCli(["fda", "fpca", "demo:bumps", "--n-comp", "5", "--max-points", "all"]);
  for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
});
