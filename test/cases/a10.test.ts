import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

const slopes = { a: [0, 0.1, 1], b: [0, 0.2, 2], c: [0, 0.3, 3], d: [0, 0.6, 6] };

function csv(names: (keyof typeof slopes)[]): string {
  const rows = names.flatMap((name) => [0, 0.1, 1].map((t, j) => `${name},${t},${slopes[name][j]}`));
  return `curve,t,value\n${rows.join("\n")}\n`;
}

interface Document {
  divisor: string;
  weights: string;
  n_components: number;
  total_variance: number;
  components: {
    eigenvalue: number;
    explained_variance_ratio: number;
    values: number[] | null;
    values_reason?: string;
  }[];
  scores: { curve: string; values: number[] }[];
}

async function fpca(names: (keyof typeof slopes)[], ...words: string[]): Promise<Document> {
  const argv = ["fda", "fpca", "curves.csv", ...words];
  const run = await inFolder({ "curves.csv": csv(names) }, () => runJson(argv));
  assert.equal(run.exit, 0, run.stderr);
  return run.document as unknown as Document;
}

const near = (got: number, want: number) => assert.ok(Math.abs(got - want) < 1e-9, `${got} is not ${want}`);

test("A10: the eigenvalue is 14/3 times the integral of t², the scores (c - 3)·√0.455, with divisor n - 1", async () => {
  const f = await fpca(["a", "b", "c", "d"], "--n-comp", "1");
  assert.equal(f.components.length, 1);
  near(f.components[0].eigenvalue, (14 / 3) * 0.455);
  near(f.total_variance, (14 / 3) * 0.455);
  near(f.components[0].explained_variance_ratio, 1);
  assert.deepEqual([f.divisor, f.weights], ["n - 1", "trapezoid"]);
  const values = f.components[0].values as number[];
  for (const [j, t] of [0, 0.1, 1].entries()) near(values[j], t / Math.sqrt(0.455));
  for (const [i, c] of [1, 2, 3, 6].entries()) near(f.scores[i].values[0], (c - 3) * Math.sqrt(0.455));
});

test("A10: a second component has eigenvalue 0 and neither shape nor scores", async () => {
  const f = await fpca(["a", "b", "c", "d"], "--n-comp", "2");
  assert.equal(f.n_components, 1);
  assert.equal(f.components[1].eigenvalue, 0);
  assert.equal(f.components[1].values, null);
  assert.match(f.components[1].values_reason ?? "", /0 within rounding/);
  for (const { values } of f.scores) assert.equal(values.length, 1);
});

test("A10: the order of the curves changes neither sign nor score", async () => {
  const scores = async (names: (keyof typeof slopes)[]) => {
    const f = await fpca(names, "--n-comp", "1");
    return [...f.scores].sort((x, y) => x.curve.localeCompare(y.curve));
  };
  assert.deepEqual(await scores(["d", "b", "a", "c"]), await scores(["a", "b", "c", "d"]));
});
