import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

interface Cluster {
  k: number;
  k_basis: string;
  candidates: { k: number; silhouette: number }[];
  clusters: { cluster: number; n: number; center: number[]; nearest: { cluster: number; distance: number } | null }[];
  curves: { curve: string; cluster: number }[];
  curves_dropped: number;
  groups: { group: string; n: number[] }[] | null;
  groups_reason?: string;
  total_ss: number;
  within_ss: number;
  warnings: string[];
}

const clusterOf = async (words: string[]) => {
  const { exit, document, stderr } = await runJson(["fda", "cluster", ...words]);
  assert.equal(exit, 0, stderr);
  return document as unknown as Cluster;
};

/** Lines slope·t for t = 0..4 in two groups, slopes near 0 and near 10. */
const slopes = { a: 0, b: 10, c: 0.1, d: 10.1, e: 0.2, f: 9.9 };
const long = Object.entries(slopes).flatMap(([name, slope]) =>
  [0, 1, 2, 3, 4].map((t) => `${name},${t},${slope * t},${slope < 5 ? "low" : "high"}`),
);
const files = { "x.csv": `curve,t,value,kind\n${long.join("\n")}\n` };

test("auto takes the k with the largest silhouette, and clusters are numbered by their first curve", async () => {
  await inFolder(files, async () => {
    const found = await clusterOf(["x.csv"]);
    assert.deepEqual([found.k, found.k_basis], [2, "largest_silhouette"]);
    assert.deepEqual(
      found.curves.map(({ cluster }) => cluster),
      [1, 2, 1, 2, 1, 2],
    );
    const best = Math.max(...found.candidates.map(({ silhouette }) => silhouette));
    assert.equal(found.candidates.find(({ silhouette }) => silhouette === best)?.k, 2);
    assert.deepEqual(
      found.clusters.map(({ n }) => n),
      [3, 3],
    );
    assert.ok(found.clusters[1].center.every((x, t) => Math.abs(x - 10 * t) < 1e-12));
    // Centres 0.1 t and 10 t: the distance is 9.9 √∫ t² over 0..4 by trapezoids, 9.9 √22.
    assert.ok(Math.abs((found.clusters[0].nearest?.distance ?? 0) - 9.9 * Math.sqrt(22)) < 1e-9);
    assert.deepEqual([found.groups, found.groups_reason], [null, "the curves carry no groups"]);
  });
});

test("one cluster is the mean of all, not one of them", async () => {
  await inFolder(
    {
      "x.csv": `t,${[0, 1, 2, 3, 4].map((s) => `s${s}`)}\n${[0, 1].map((t) => [t, ...[0, 1, 2, 3, 4].map((s) => s * t)]).join("\n")}\n`,
    },
    async () => {
      const found = await clusterOf(["x.csv", "--k", "1"]);
      assert.deepEqual(found.clusters[0].center, [0, 2]);
      assert.equal(found.within_ss, found.total_ss);
    },
  );
});

test("groups that the curves came with stand beside their clusters", async () => {
  await inFolder(files, async () => {
    const loaded = await runJson(["data", "load", "x.csv", "--as", "curves", "--label-column", "kind"]);
    const found = await clusterOf([String(loaded.document.handle), "--k", "2"]);
    assert.deepEqual(found.groups, [
      { group: "low", n: [3, 0] },
      { group: "high", n: [0, 3] },
    ]);
  });
});

test("more clusters than curves that differ, and two curves for auto, are refused", async () => {
  const same = "t,a,b,c\n0,1,1,2\n1,2,2,3\n";
  await inFolder({ "x.csv": same, "two.csv": "t,a,b\n0,1,2\n1,2,3\n" }, async () => {
    const { exit, document } = await runJson(["fda", "cluster", "x.csv", "--k", "3"]);
    assert.deepEqual([exit, document.error_type], [3, "TooFewCurves"]);
    assert.match(String(document.cause), /3 clusters were asked for and only 2 of 3 curves differ/);
    assert.equal((await runJson(["fda", "cluster", "two.csv"])).document.error_type, "TooFewCurves");
    const exact = await clusterOf(["x.csv", "--k", "2"]);
    assert.equal(exact.within_ss, 0);
  });
});

test("an outlier that became a cluster is told apart from a group, and lists are cut", async () => {
  await inFolder(files, async () => {
    const found = await clusterOf(["x.csv", "--k", "5", "--max-curves", "2", "--max-points", "2"]);
    assert.ok(found.warnings.some((text) => /smallest cluster has 1 of 6 curves/.test(text)));
    assert.deepEqual([found.curves.length, found.curves_dropped, found.clusters[0].center.length], [2, 4, 2]);
  });
});
