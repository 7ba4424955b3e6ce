import assert from "node:assert/strict";
import { test } from "node:test";
import { pcg64 } from "../../../src/numerics/pcg64.ts";
import { standardNormal } from "../../../src/numerics/standard-normal.ts";
import { blame } from "../../../src/process/multivariate/blame.ts";
import { fitModel } from "../../../src/process/multivariate/fit-model.ts";
import { windowOf } from "../../support/rows.ts";

const tags = ["a", "b", "c", "d", "e"];
const tick = async () => {};

test("each run is owed to the tag that was moved in it, and each kept hit to its own", async () => {
  const rng = pcg64(21);
  const columns = (n: number) => {
    const shared = Array.from({ length: n }, () => standardNormal(rng));
    return tags.map(() => Float64Array.from(shared, (s) => s + 0.5 * standardNormal(rng)));
  };
  const { model } = await fitModel(columns(200), { tags, window: windowOf(0, 60), choice: { components: 1 } }, tick);
  const now = columns(30);
  const runs = [
    { from: 0, to: 9 },
    { from: 20, to: 24 },
    { from: 28, to: 29 },
  ];
  const moved = [0, 4, 2];
  const above = new Int8Array(30);
  runs.forEach(({ from, to }, k) => {
    for (let r = from; r <= to; r++) {
      now[moved[k]][r] += 30;
      above[r] = 1;
    }
  });
  const breaches = { above, n_hits: 17, hits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20], n_runs: 3, runs };
  const owed = await blame(model, { tags, columns: now }, breaches, { statistic: "spe", runs: 3 }, tick);
  assert.deepEqual(
    owed.runs.map(([first]) => first),
    ["a", "e", "c"],
  );
  assert.deepEqual([owed.hits.length, owed.hits[0][0], owed.hits[10][0]], [11, "a", "e"]);
  assert.equal(owed.overall[0].tag, "a");
});
