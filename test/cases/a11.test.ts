import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const x = [0, 2, 4].map((v, t) => `x,${t},${v}`);
const y = [0, 1, 2, 3, 4, 4].map((v, t) => `y,${t},${v}`);
const files = { "xy.csv": `curve,t,value\n${[...x, ...y].join("\n")}\n` };
const call = ["fda", "align", "xy.csv", "--template", "x"];

interface Dtw {
  distance: string;
  dtw: { curves: { curve: string; distance: number; path: [number, number][]; path_dropped: number }[] };
}

test("A11: a band of 1 does not reach the end of 3 and 6 points, and the least that does is 3", async () => {
  await inFolder(files, async () => {
    const { exit, document, stdout } = await runJson([...call, "--band", "1"]);
    assert.equal(exit, 3);
    assert.equal(document.error_type, "NoAlignment");
    assert.match(
      String(document.cause),
      /'x' has 3 points and 'y' 6, lengths that differ by 3, so a band of at least 3 is needed/,
    );
    assert.deepEqual((document.details as { required: number }).required, 3);
    assert.doesNotMatch(stdout, /Infinity/);
  });
});

// 1 pairs with 0 or 2 and 3 with 2 or 4 at a cost of 1 each; every other point has its equal.
for (const band of [["--band", "3"], []]) {
  test(`A11: ${band.join(" ") || "no band"}: the distance is 2, along a path from (0,0) to (2,5)`, async () => {
    await inFolder(files, async () => {
      const { exit, document } = await runJson([...call, ...band]);
      assert.equal(exit, 0);
      const { distance, dtw } = document as unknown as Dtw;
      assert.equal(distance, "dtw");
      const [{ curve, distance: cost, path, path_dropped }] = dtw.curves;
      assert.deepEqual([curve, cost, path_dropped], ["y", 2, 0]);
      assert.deepEqual(
        [path[0], path.at(-1)],
        [
          [0, 0],
          [2, 5],
        ],
      );
      const [a, b] = [
        [0, 2, 4],
        [0, 1, 2, 3, 4, 4],
      ];
      assert.equal(
        path.reduce((sum, [i, j]) => sum + Math.abs(a[i] - b[j]), 0),
        2,
      );
    });
  });
}

test("A11: --distance dtw says the same as the default for curves on different grids", async () => {
  await inFolder(files, async () => {
    const stated = (await runJson([...call, "--distance", "dtw"])).document as unknown as Dtw;
    const found = (await runJson(call)).document as unknown as Dtw;
    assert.deepEqual(stated.dtw, found.dtw);
    const elastic = await runJson([...call, "--distance", "elastic"]);
    assert.deepEqual([elastic.exit, elastic.document.error_type], [3, "IrregularGrid"]);
    const band = await runCli([...call, "--band", "1.5"]);
    assert.equal(band.exit, 2);
    assert.equal(band.stderr, "error: band: 1.5 is neither a whole number of steps nor a share between 0 and 1\n");
  });
});
