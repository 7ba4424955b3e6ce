import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { curvesOfMean, curvesOfMedoid } from "../../src/fda/align-defaults.ts";
import { alignHere } from "../../src/fda/align-each.ts";
import { elasticPair } from "../../src/fda/elastic-pair.ts";
import { MOVES, pathCost, warpOfPath } from "../../src/fda/elastic-path.ts";
import { alignToTemplate, karcherMean } from "../../src/fda/karcher.ts";
import { curveOfSrvf, interpolate, squaredNorm, srvf } from "../../src/fda/srvf.ts";
import { invertWarp, meanWarp, phaseDistance } from "../../src/fda/warps.ts";
import { close } from "../support/close.ts";
import { root } from "../support/root.ts";

interface Oracle {
  pairs: { t: number[]; q1: number[]; q2: number[]; lambda: number; cost: number }[];
  smooth: { name: string; f1: number[]; f2: number[]; amplitude: number; phase: number }[];
  reference: { q1: number[]; q2: number[]; warp: number[] };
}

const oracle = JSON.parse(readFileSync(join(root, "test/oracles/fda-elastic.json"), "utf8")) as Oracle;
const f64 = (values: number[]) => Float64Array.from(values);
const FREE = { lambda: 0, band: null };
const KARCHER = { ...FREE, max_iter: 50, tolerance: 1e-6 };
/** The grid of the Berkeley growth study scaled to [0, 1]: steps of 0.25, 1 and 0.5 years. */
const ages = [...[1, 1.25, 1.5, 1.75, 2, 3, 4, 5, 6, 7, 8], ...Array.from({ length: 20 }, (_, i) => 8.5 + i / 2)].map(
  (age) => (age - 1) / 17,
);
const even = (m: number) => Float64Array.from({ length: m }, (_, i) => i / (m - 1));
const bumpsOn = (u: Float64Array) =>
  Array.from({ length: 6 }, (_, i) =>
    u.map((x) => (1 + 0.1 * i) * Math.exp(-((x - 0.5 - 0.04 * (i - 2.5)) ** 2) / 0.02)),
  );
const grid = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 14 }).map((gaps) => {
  const ends = [0];
  for (const gap of gaps) ends.push(ends[ends.length - 1] + gap);
  return f64(ends).map((end) => end / ends[ends.length - 1]);
});
const valuesOn = (u: Float64Array) =>
  fc.array(fc.integer({ min: -9, max: 9 }), { minLength: u.length, maxLength: u.length }).map(f64);

test("the cost is the least over every path of the lattice, on even and uneven grids, with and without a penalty", () => {
  for (const { t, q1, q2, lambda, cost } of oracle.pairs) {
    close(elasticPair(f64(t), f64(q1), f64(q2), { lambda, band: null }).cost, cost, 1e-12, `${t.length} points`);
  }
});

test("fed the reference implementation's SRSFs, the warp of its example is its warp", () => {
  const u = even(21);
  const { q1, q2, warp } = oracle.reference;
  const found = warpOfPath(u, elasticPair(u, f64(q1.slice(0, -1)), f64(q2.slice(0, -1)), FREE));
  found.forEach((x, j) => {
    close(x, warp[j], 1e-9, `point ${j}`);
  });
});

test("distances of smooth curves are those of fdasrsf on a fine grid", async () => {
  for (const { name, f1, f2, amplitude, phase } of oracle.smooth) {
    const u = even(f1.length);
    const found = await alignToTemplate(u, [f64(f1), f64(f2)], 0, FREE, alignHere());
    assert.ok(found.amplitude[1] <= amplitude * 1.02, `${name}: ${found.amplitude[1]} beside ${amplitude}`);
    assert.ok(Math.abs(phaseDistance(u, found.warps[1]) - phase) < 0.05, `${name}: phase beside ${phase}`);
  }
});

test("a curve and itself align by the identity exactly, flat stretches included, whatever the grid", () => {
  fc.assert(
    fc.property(
      grid.chain((u) => fc.tuple(fc.constant(u), valuesOn(u))),
      ([u, f]) => {
        const q = srvf(u, f);
        const path = elasticPair(u, q, q, FREE);
        assert.equal(path.cost, 0);
        assert.deepEqual(warpOfPath(u, path), u);
      },
    ),
    { numRuns: 100 },
  );
});

test("the cost is the same when the curves change places, penalised or not, and the path's own cost is it", () => {
  fc.assert(
    fc.property(
      grid.chain((u) => fc.tuple(fc.constant(u), valuesOn(u), valuesOn(u), fc.constantFrom(0, 0.3))),
      ([u, f, g, lambda]) => {
        const [a, b] = [srvf(u, f), srvf(u, g)];
        const path = elasticPair(u, a, b, { lambda, band: null });
        close(path.cost, elasticPair(u, b, a, { lambda, band: null }).cost, 1e-9);
        if (lambda === 0) close(pathCost(u, a, b, path), path.cost, 1e-12);
        const straight = squaredNorm(
          u,
          a.map((x, k) => x - b[k]),
        );
        assert.ok(path.cost <= straight + 1e-9 * (1 + straight));
        assert.equal(warpOfPath(u, elasticPair(u, a, b, { lambda, band: 0 })).join(), u.join());
      },
    ),
    { numRuns: 100 },
  );
});

test("a path that is known already changes no answer", () => {
  fc.assert(
    fc.property(
      grid.chain((u) => fc.tuple(fc.constant(u), valuesOn(u), valuesOn(u), valuesOn(u), fc.constantFrom(0, 0.3))),
      ([u, f, g, h, lambda]) => {
        const [a, b, c] = [srvf(u, f), srvf(u, g), srvf(u, h)];
        const options = { lambda, band: 4 };
        const plain = elasticPair(u, a, b, options);
        const known = elasticPair(u, a, b, options, elasticPair(u, c, b, options));
        assert.deepEqual(known, plain);
        assert.deepEqual(elasticPair(u, a, b, options, plain), plain);
      },
    ),
    { numRuns: 200 },
  );
});

/** The least cost within a band, node by node from its definition. */
function leastWithin(u: Float64Array, a: Float64Array, b: Float64Array, lambda: number, band: number): number {
  const m = u.length;
  const cost = Array.from({ length: m }, () => new Float64Array(m).fill(Number.POSITIVE_INFINITY));
  cost[0][0] = 0;
  for (let r = 1; r < m; r++) {
    for (let c = Math.max(1, r - band); c <= Math.min(m - 1, r + band); c++) {
      for (const [dr, dc] of MOVES) {
        if (dr > r || dc > c || cost[r - dr][c - dc] === Number.POSITIVE_INFINITY) continue;
        const step = { c: Int32Array.of(c - dc, c), r: Int32Array.of(r - dr, r) };
        cost[r][c] = Math.min(cost[r][c], cost[r - dr][c - dc] + pathCost(u, a, b, step, lambda));
      }
    }
  }
  return cost[m - 1][m - 1];
}

test("within a band that keeps few of the nodes the cost is the least there is, on even and uneven grids", () => {
  const uneven = f64([...ages, ...ages.slice(1).map((age) => 1 + age)]).map((x) => x / 2);
  for (const u of [even(40), uneven]) {
    const [a, b] = bumpsOn(u)
      .slice(0, 2)
      .map((f, i) =>
        srvf(
          u,
          f.map((x, j) => x + 0.05 * Math.sin(j * j + i)),
        ),
      );
    for (const [band, lambda] of [
      [0, 0],
      [1, 0],
      [4, 0.2],
      [9, 0],
    ]) {
      const found = elasticPair(u, a, b, { lambda, band });
      close(found.cost, leastWithin(u, a, b, lambda, band), 1e-12, `band ${band}`);
      assert.ok(found.c.every((c, k) => Math.abs(c - found.r[k]) <= band));
    }
  }
});

test("curves come back from their square-root velocities", () => {
  const u = f64(ages);
  const f = u.map((x) => Math.sin(6 * x) + 3);
  curveOfSrvf(u, srvf(u, f), f[0]).forEach((x, j) => {
    close(x, f[j], 1e-14);
  });
});

test("identical curves on an uneven grid: identity warps and their own curve as the mean", async () => {
  const u = f64(ages);
  const f = u.map((x) => Math.sin(6 * x) + x);
  const found = await karcherMean(u, [f, f, f, f], KARCHER, alignHere());
  assert.equal(found.converged, true);
  for (const warp of found.warps) assert.ok(warp.every((x, j) => Math.abs(x - u[j]) < 1e-12));
  assert.ok(found.target.every((x, j) => Math.abs(x - f[j]) < 1e-12));
  assert.ok(found.warps.every((warp) => phaseDistance(u, warp) < 1e-7));
  assert.deepEqual([...found.amplitude], [0, 0, 0, 0]);
});

test("the mean cost never rises, the end is reached, and the mean of the warps is the identity", async () => {
  for (const u of [even(21), even(61), f64(ages)]) {
    const found = await karcherMean(u, bumpsOn(u), KARCHER, alignHere());
    const costs = found.history.map(({ objective }) => objective);
    for (let k = 1; k < costs.length; k++) assert.ok(costs[k] <= costs[k - 1] + 1e-12);
    assert.equal(found.converged, true);
    const mean = meanWarp(u, found.warps);
    assert.ok(mean.every((x, j) => Math.abs(x - u[j]) < 0.005));
  }
});

test("warps rise strictly from end to end on any grid, and a·f + b is warped as f is, to a times its mean plus b", async () => {
  await fc.assert(
    fc.asyncProperty(
      grid.chain((u) => fc.tuple(fc.constant(u), fc.array(valuesOn(u), { minLength: 2, maxLength: 4 }))),
      // Powers of 4, whose roots are exact, so that equal costs stay equal.
      fc.constantFrom(0.25, 4, 16),
      fc.integer({ min: -50, max: 50 }),
      async ([u, curves], a, b) => {
        fc.pre(curves.some((f) => f.some((x) => x !== f[0])));
        const found = await karcherMean(u, curves, { ...KARCHER, max_iter: 5 }, alignHere());
        for (const warp of found.warps) {
          assert.deepEqual([warp[0], warp[warp.length - 1]], [0, 1]);
          for (let k = 1; k < warp.length; k++) assert.ok(warp[k] > warp[k - 1], warp.join());
        }
        const moved = curves.map((f) => f.map((x) => a * x + b));
        const other = await karcherMean(u, moved, { ...KARCHER, max_iter: 5 }, alignHere());
        assert.deepEqual(other.warps, found.warps);
        other.target.forEach((x, k) => {
          close(x, a * found.target[k] + b, 1e-9);
        });
      },
    ),
    { numRuns: 100 },
  );
});

test("a mean of some curves is iterated over these alone, evenly spread, and then all are aligned to it once", async () => {
  const u = even(61);
  const curves = Array.from({ length: 9 }, (_, i) =>
    u.map((x) => Math.exp(-((x - 0.4 - 0.02 * ((5 * i) % 9)) ** 2) / 0.02)),
  );
  const found = await karcherMean(u, curves, { ...KARCHER, template_of: 3 }, alignHere());
  const some = await karcherMean(u, [curves[0], curves[4], curves[8]], KARCHER, alignHere());
  assert.equal(found.template_of, 3);
  assert.deepEqual(found.history, some.history);
  assert.equal(found.warps.length, 9);
  // Once more over all cannot cost more than the round over all that stands behind the answer.
  const all = await karcherMean(u, curves, KARCHER, alignHere());
  assert.equal(all.objective, all.history[all.history.length - 1].objective);
  assert.ok(found.objective < 2 * all.objective, `${found.objective} beside ${all.objective}`);
  const mean = meanWarp(u, found.warps);
  assert.ok(mean.every((x, j) => Math.abs(x - u[j]) < 0.005));
});

test("a mean of some curves that are constant takes one that varies among them", async () => {
  const u = even(21);
  const flat = new Float64Array(21).fill(3);
  const curves = [flat, u.map((x) => Math.sin(5 * x)), flat, flat, flat];
  const found = await karcherMean(u, curves, { ...KARCHER, template_of: 2 }, alignHere());
  assert.ok(found.target.some((x) => x !== found.target[0]));
});

test("the mean is of all curves while they are few, and of 99 of 1,000 curves of 1,000 points", () => {
  assert.equal(curvesOfMean(35, 365, 37), 35);
  assert.equal(curvesOfMean(1000, 101, null), 1000);
  assert.equal(curvesOfMean(1000, 1000, 100), 99);
  assert.equal(curvesOfMean(50, 4000, null), 20);
  assert.equal(curvesOfMedoid(100, 365, null), 100);
  assert.equal(curvesOfMedoid(1000, 1000, null), 44);
});

test("curves that differ only by warping are all but one curve afterwards", async () => {
  const u = even(101);
  const bell = (x: number) => Math.exp(-((x - 0.5) ** 2) / 0.02);
  const powers = [0.7, 0.85, 1, 1.2, 1.4];
  const curves = powers.map((p) => u.map((x) => bell(x ** p)));
  const found = await karcherMean(u, curves, KARCHER, alignHere());
  const spread = u.map((_, j) => {
    const values = found.aligned.map((f) => f[j]);
    return Math.max(...values) - Math.min(...values);
  });
  assert.ok(Math.max(...spread) < 0.05, `spread ${Math.max(...spread)}`);
  assert.ok(Math.max(...found.target) > 0.98, `mean's peak ${Math.max(...found.target)}`);
});

test("a finer grid moves curves no differently under one lambda", async () => {
  const moved: number[] = [];
  for (const m of [51, 101, 151]) {
    const u = even(m);
    const bell = (centre: number) => u.map((x) => Math.exp(-((x - centre) ** 2) / 0.01));
    const found = await alignToTemplate(u, [bell(0.45), bell(0.55)], 0, { lambda: 1, band: null }, alignHere());
    moved.push(found.warps[1].reduce((most, x, j) => Math.max(most, Math.abs(x - u[j])), 0));
  }
  assert.ok(Math.max(...moved) - Math.min(...moved) < 0.01, moved.join(", "));
});

test("the phase distance is 0 for the identity, the same for a warp and its inverse, and known for slopes 1/2 and 2", () => {
  const u = even(31);
  assert.equal(phaseDistance(u, u), 0);
  // Slope 2 on [0, 1/3] and 1/2 on [1/3, 1]: the integral of the root is √2/3 + √½·2/3 = 2√2/3.
  const warp = u.map((x) => (x <= 1 / 3 ? 2 * x : 2 / 3 + (x - 1 / 3) / 2));
  close(phaseDistance(u, warp), Math.acos((2 * Math.SQRT2) / 3), 1e-12);
  close(phaseDistance(u, invertWarp(u, warp)), Math.acos((2 * Math.SQRT2) / 3), 1e-2);
});

test("a common warp of all warps warps their mean alike", () => {
  const u = even(41);
  const warps = [0.8, 1, 1.5].map((p) => u.map((x) => x ** p));
  const mean = meanWarp(u, warps);
  const common = u.map((x) => 0.5 * x + 0.5 * x * x);
  const after = meanWarp(
    u,
    warps.map((warp) => interpolate(u, warp, common)),
  );
  interpolate(u, mean, common).forEach((x, j) => {
    assert.ok(Math.abs(x - after[j]) < 2e-3);
  });
});
