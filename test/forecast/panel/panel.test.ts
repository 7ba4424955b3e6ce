import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall } from "../../../src/contract/outcome.ts";
import type { Plain } from "../../../src/forecast/component.ts";
import type { Aligner, Classifier, Clusterer, Panel } from "../../../src/forecast/other-components.ts";
import { barycentre } from "../../../src/forecast/panel/average.ts";
import { readSpecOf } from "../../../src/forecast/spec/resolve-spec.ts";
import { besideLine, dtwDistance, dtwPath } from "../../../src/numerics/dtw.ts";
import oracle from "../../oracles/panel.json" with { type: "json" };
import classics from "../../oracles/series-r.json" with { type: "json" };
import { near } from "../../support/near.ts";

const panelOf = (rows: ArrayLike<number>[], labels: string[] | null = null): Panel => ({
  names: rows.map((_, i) => `s${i}`),
  rows: rows.map((row) => Float64Array.from(row)),
  labels,
});

async function align(text: string, x: ArrayLike<number>, y: ArrayLike<number>) {
  const { component, params } = await readSpecOf(text, "aligner");
  return (component as Aligner).align(Float64Array.from(x), Float64Array.from(y), params);
}

async function classify(text: string, train: Panel, panel: Panel) {
  const { component, params } = await readSpecOf(text, "classifier");
  const { fit, predict } = component as Classifier;
  return predict(JSON.parse(JSON.stringify(fit(train, params))), params, panel);
}

async function cluster(text: string, panel: Panel) {
  const { component, params } = await readSpecOf(text, "clusterer");
  const { fit, predict, describe } = component as Clusterer;
  const state = JSON.parse(JSON.stringify(fit(panel, params))) as Plain;
  return { labels: [...predict(state, params, panel)], found: describe?.(state) ?? {} };
}

test("DTW's distances and paths are sktime's, with and without a window, for equal and unequal lengths", async () => {
  for (const { x, y, window, distance, path } of oracle.pairs) {
    const found = await align(window === null ? "AlignerDTW()" : `AlignerDTW(window=${window})`, x, y);
    near([found.distance], [distance], 1e-9);
    assert.deepEqual(found.path, path);
    const band = besideLine(x.length, y.length, window === null ? undefined : window * x.length);
    near([dtwDistance(Float64Array.from(x), Float64Array.from(y), { cost: "squared", band })], [distance], 1e-9);
  }
});

test("the published distances: a shift by one costs its ends, and the halves of airline", async () => {
  const shifted = await align("AlignerDTW()", [1, 2, 3, 4], [2, 3, 4, 5]);
  assert.equal(shifted.distance, 2);
  const { AirPassengers: y } = classics;
  assert.equal((await align("AlignerDTW()", y.slice(0, 72), y.slice(72))).distance, 1_361_770);
});

test("a distance that reaches the limit is given up, and one below it is exact", () => {
  const [x, y] = [Float64Array.of(0, 0, 0), Float64Array.of(2, 2, 2)];
  const free = { cost: "squared", band: besideLine(3, 3) } as const;
  assert.equal(dtwDistance(x, y, free, 8), Number.POSITIVE_INFINITY);
  assert.equal(dtwDistance(x, y, free, 12.1), 12);
});

test("a window that no path fits into is NoAlignment", async () => {
  assert.equal(
    dtwPath(new Float64Array(2), new Float64Array(10), { cost: "squared", band: besideLine(2, 10, 1) }),
    null,
  );
  await assert.rejects(align("AlignerDTW(window=0.1)", [1, 2], new Float64Array(10)), { name: "NoAlignment" });
  await assert.rejects(align("AlignerDTW()", [1, Number.NaN], [1, 2]), { name: "NonFiniteCurve" });
});

test("nearest neighbours vote as sktime's do", async () => {
  const train = panelOf(oracle.rows, oracle.kinds);
  for (const { n_neighbors, weights, distance, window, labels, share_of_two } of oracle.knn) {
    const text = `KNeighborsTimeSeriesClassifier(n_neighbors=${n_neighbors}, weights='${weights}', distance='${distance}'${window === null ? "" : `, distance_params={'window': ${window}}`})`;
    const found = await classify(text, train, panelOf(oracle.new));
    assert.deepEqual(found.labels, labels, text);
    near(
      found.shares.map(({ two }) => two),
      share_of_two,
      1e-9,
    );
  }
});

test("an exact neighbour outweighs the others, and equal votes go to the first label of the alphabet", async () => {
  const train = panelOf(
    [
      [0, 0],
      [1, 1],
      [1, 1.1],
    ],
    ["b", "a", "a"],
  );
  const weighted = "KNeighborsTimeSeriesClassifier(3, weights='distance')";
  assert.deepEqual((await classify(weighted, train, panelOf([[0, 0]]))).shares, [{ a: 0, b: 1 }]);
  assert.deepEqual((await classify("KNeighborsTimeSeriesClassifier(2)", train, panelOf([[0, 0]]))).labels, ["a"]);
});

test("without labels, with too few series, or on uneven grids there is no classifier", async () => {
  const text = "KNeighborsTimeSeriesClassifier()";
  await assert.rejects(classify(text, panelOf([[1, 2]]), panelOf([[1, 2]])), { name: "UnsuitableData" });
  const train = panelOf(
    [
      [1, 2],
      [1, 2, 3],
    ],
    ["a", "b"],
  );
  await assert.rejects(classify("KNeighborsTimeSeriesClassifier(3)", train, train), { name: "TooFewCurves" });
  await assert.rejects(classify("KNeighborsTimeSeriesClassifier(distance='euclidean')", train, train), {
    name: "IrregularGrid",
  });
  assert.deepEqual((await classify(text, train, train)).labels, ["a", "b"]);
});

test("k-means with DTW finds groups at least as tight as sktime's, the same for the same seed", async () => {
  const text = "TimeSeriesKMeans(n_clusters=2, n_init=20)";
  const first = await cluster(text, panelOf(oracle.rows));
  assert.ok(Number(first.found.inertia) <= oracle.kmeans.inertia * (1 + 1e-9), `${first.found.inertia}`);
  assert.deepEqual(await cluster(text, panelOf(oracle.rows)), first);
});

test("series that differ in level are grouped by it, by every distance, average and first centres", async () => {
  const level = (at: number) => [at, at + 1, at, at + 1];
  const panel = panelOf([level(0), level(10), level(0.1), level(10.1), level(20)]);
  for (const options of ["", ", metric='euclidean'", ", averaging_method='dba'", ", init_algorithm='forgy'"]) {
    const { labels } = await cluster(`TimeSeriesKMeans(3${options})`, panel);
    assert.equal(labels[0], labels[2]);
    assert.equal(labels[1], labels[3]);
    assert.equal(new Set(labels).size, 3);
  }
});

test("a barycentre of shifted copies keeps their shape, and lengths may differ", async () => {
  const spike = (at: number) => Float64Array.from({ length: 12 }, (_, t) => (t === at ? 1 : 0));
  const center = barycentre([spike(3), spike(5), spike(7)], spike(5), Number.POSITIVE_INFINITY, 10);
  assert.equal(Math.max(...center), 1);
  const uneven = panelOf([
    [0, 0, 5],
    [0, 0, 0, 5],
    [9, 9],
    [9, 9, 9],
  ]);
  const { labels } = await cluster("TimeSeriesKMeans(2, averaging_method='dba')", uneven);
  assert.ok(labels[0] === labels[1] && labels[2] === labels[3] && labels[0] !== labels[2]);
});

test("too many clusters, uneven lengths for a mean, and windows without a path are refused; wrong calls are bad calls", async () => {
  const few = panelOf([
    [1, 2],
    [3, 4],
  ]);
  await assert.rejects(cluster("TimeSeriesKMeans()", few), { name: "TooFewCurves" });
  await assert.rejects(cluster("TimeSeriesKMeans(1)", panelOf([[1], [1, 2]])), { name: "IrregularGrid" });
  const uneven = panelOf([[1, 2], new Array(10).fill(1), new Array(10).fill(2)]);
  const narrow =
    "TimeSeriesKMeans(1, n_init=1, random_state=1, averaging_method='dba', distance_params={'window': 0.05})";
  await assert.rejects(cluster(narrow, uneven), { name: "NoAlignment" });
  await assert.rejects(cluster("TimeSeriesKMeans(0)", few), BadCall);
});
