import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { clusterFields } from "../../src/fda/cluster-fields.ts";
import type { CurveMatrix } from "../../src/fda/curve-matrix.ts";
import { close } from "../support/close.ts";
import { realData } from "../support/real-data.ts";
import { root } from "../support/root.ts";

interface Oracle {
  cases: {
    t: number[];
    curves: number[][];
    k: number;
    within_ss: number;
    labels: number[];
    silhouettes: number[] | null;
    calinski_harabasz: number | null;
  }[];
  reference: [{ within_ss: number; labels: number[]; silhouette: number; calinski_harabasz: number }];
}

const oracle = JSON.parse(readFileSync(join(root, "test/oracles/fda-cluster.json"), "utf8")) as Oracle;
const all = Number.POSITIVE_INFINITY;
const REQUEST = {
  k: 2,
  k_max: 8,
  seed: 0,
  starts: 20,
  weights: "trapezoid",
  max_curves: all,
  max_points: all,
} as const;
const step = async () => {};

function matrix(t: number[], curves: number[][], names = curves.map((_, i) => `c${i}`)): CurveMatrix {
  return {
    label: "x",
    names,
    groups: names.map(() => null),
    t: Float64Array.from(t),
    rows: curves.map((v) => Float64Array.from(v)),
  };
}

test("the sum of squares is the least of every partition, with scikit-learn's silhouettes and variance ratio", async () => {
  for (const { t, curves, k, within_ss, labels, silhouettes, calinski_harabasz } of oracle.cases) {
    const found = await clusterFields(matrix(t, curves), { ...REQUEST, k }, step);
    close(found.within_ss, within_ss, 1e-12, `k ${k}`);
    assert.deepEqual(
      found.curves.map(({ cluster }) => cluster - 1),
      labels,
    );
    if (silhouettes === null) {
      assert.deepEqual([found.silhouette, found.calinski_harabasz, found.clusters[0].nearest], [null, null, null]);
      continue;
    }
    found.curves.forEach(({ silhouette }, i) => {
      close(silhouette ?? Number.NaN, silhouettes[i], 1e-12, `silhouette ${i}`);
    });
    close(found.calinski_harabasz ?? Number.NaN, calinski_harabasz ?? Number.NaN, 1e-9);
  }
});

test("under Simpson's rule the reference implementation's clusters of its example, and its measures of them", async () => {
  const t = Array.from({ length: 21 }, (_, j) => j / 20);
  const bumps = Array.from({ length: 6 }, (_, i) =>
    t.map((x) => (1 + 0.1 * i) * Math.exp(-((x - 0.5 - 0.04 * (i - 2.5)) ** 2) / 0.02)),
  );
  const [reference] = oracle.reference;
  const found = await clusterFields(matrix(t, bumps), { ...REQUEST, weights: "simpson" }, step);
  close(found.within_ss, reference.within_ss, 1e-12);
  close(found.silhouette ?? Number.NaN, reference.silhouette, 1e-12);
  close(found.calinski_harabasz ?? Number.NaN, reference.calinski_harabasz, 1e-12);
  assert.deepEqual(
    found.curves.map(({ cluster }) => cluster - 1),
    reference.labels,
  );
});

const curves = fc.tuple(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 2, max: 5 })).chain(([n, m]) =>
  fc.array(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: m, maxLength: m }), {
    minLength: n,
    maxLength: n,
  }),
);

test("shuffled rows give the same clusters, sums and silhouettes; sums add up and silhouettes lie in [-1, 1]", async () => {
  await fc.assert(
    fc.asyncProperty(curves, fc.integer({ min: 1, max: 3 }), fc.infiniteStream(fc.nat(99)), async (rows, k, keys) => {
      fc.pre(new Set(rows.map((row) => row.join())).size >= k);
      const t = rows[0].map((_, j) => j * j + j);
      const order = [...rows.keys()].map((i) => ({ i, key: keys.next().value }));
      order.sort((a, b) => a.key - b.key);
      const shuffled = order.map(({ i }) => i);
      const straight = await clusterFields(matrix(t, rows), { ...REQUEST, k, starts: 4 }, step);
      const mixed = await clusterFields(
        matrix(
          t,
          shuffled.map((i) => rows[i]),
        ),
        { ...REQUEST, k, starts: 4 },
        step,
      );
      close(mixed.within_ss, straight.within_ss, 1e-12);
      assert.equal(mixed.n_starts_at_best, straight.n_starts_at_best);
      for (const [a, i] of shuffled.entries()) {
        for (const [b, j] of shuffled.entries()) {
          if (rows[i].join() === rows[j].join()) continue;
          const together = straight.curves[i].cluster === straight.curves[j].cluster;
          assert.equal(mixed.curves[a].cluster === mixed.curves[b].cluster, together);
        }
      }
      close(
        straight.clusters.reduce((sum, { within_ss }) => sum + within_ss, 0),
        straight.within_ss,
        1e-9,
      );
      assert.equal(
        straight.clusters.reduce((sum, { n }) => sum + n, 0),
        rows.length,
      );
      assert.ok(straight.clusters.every(({ n }) => n > 0));
      for (const { silhouette } of straight.curves) assert.ok(silhouette === null || Math.abs(silhouette) <= 1);
      assert.equal(straight.curves[0].cluster, 1);
    }),
    { numRuns: 60 },
  );
});

test("a value scale and a time scale change no cluster", async () => {
  const { t, curves: rows } = oracle.cases[6];
  const plain = await clusterFields(matrix(t, rows), { ...REQUEST, k: 3 }, step);
  const scaled = await clusterFields(
    matrix(
      t.map((x) => 3600 * x + 5),
      rows.map((row) => row.map((x) => 1000 * x - 7)),
    ),
    { ...REQUEST, k: 3 },
    step,
  );
  assert.deepEqual(
    scaled.curves.map(({ cluster }) => cluster),
    plain.curves.map(({ cluster }) => cluster),
  );
  close(scaled.silhouette ?? Number.NaN, plain.silhouette ?? Number.NaN, 1e-9);
  close(scaled.within_ss / (3600 * 1e6), plain.within_ss, 1e-9);
});

const BEST_OF_200 = [213070.457808642, 133286.94, 97229.0, 69293.77, 54859.32];

test("Canadian weather: at least as good as the best of 200 single starts", {
  skip: !realData && "no LIQUET_DATA",
}, async () => {
  const lines = readFileSync(join(realData ?? "", "fda/canadian_weather.csv"), "utf8")
    .trim()
    .split(/\r?\n/)
    .slice(1);
  const cells = lines.map((line) => line.split(",").map(Number));
  const weather = matrix(
    cells.map(([day]) => day),
    cells[0].slice(1).map((_, i) => cells.map((row) => row[i + 1])),
  );
  for (const [i, best] of BEST_OF_200.entries()) {
    const found = await clusterFields(weather, { ...REQUEST, k: i + 2, weights: "simpson" }, step);
    assert.ok(found.within_ss <= best * (1 + 1e-7), `k ${i + 2}: ${found.within_ss} beside ${best}`);
  }
});
