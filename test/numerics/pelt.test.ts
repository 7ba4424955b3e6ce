import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import { pelt } from "../../src/numerics/pelt.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import oracle from "../oracles/pelt.json" with { type: "json" };
import { PATIENCE_MS } from "../support/patience.ts";

const tick = async () => {};

interface Best {
  starts: number[];
  /** Objective × 2 lcm(1…n), a whole number. */
  scaled: number;
  objective: number;
}

/**
 * The optimum by dynamic programming over every start, in whole numbers: with L = lcm(1…n) each cost Σx² − (Σx)²/k of k
 * integers is a multiple of 1/L, and so (penalties being halves) every objective one of 1/2L. Ties: the earliest start.
 */
function exhaustive(x: readonly number[], penalty: number, m: number): Best {
  const n = x.length;
  const L = Array.from({ length: n }, (_, i) => i + 1).reduce((a, b) => (a / gcd(a, b)) * b, 1);
  const best = new Array<number>(n + 1).fill(Number.POSITIVE_INFINITY);
  const last = new Array<number>(n + 1).fill(0);
  best[0] = -penalty * 2 * L;
  for (let t = m; t <= n; t++) {
    for (let s = 0; s <= t - m; s++) {
      const value = best[s] + scaledCost(x, s, t, L) + penalty * 2 * L;
      if (value < best[t]) [best[t], last[t]] = [value, s];
    }
  }
  const starts: number[] = [];
  for (let s = last[n]; s > 0; s = last[s]) starts.unshift(s);
  assert.ok(Math.abs(best[n]) < Number.MAX_SAFE_INTEGER);
  return { starts, scaled: best[n], objective: best[n] / (2 * L) };
}

/** The objective of a segmentation, as exact as that of the search. */
function scaledOf(x: readonly number[], starts: readonly number[], penalty: number): number {
  const L = Array.from(x, (_, i) => i + 1).reduce((a, b) => (a / gcd(a, b)) * b, 1);
  const cuts = [0, ...starts, x.length];
  const costs = cuts.slice(1).map((t, i) => scaledCost(x, cuts[i], t, L));
  return costs.reduce((a, b) => a + b, 0) + starts.length * penalty * 2 * L;
}

function scaledCost(x: readonly number[], s: number, t: number, L: number): number {
  const part = x.slice(s, t);
  const k = t - s;
  const sum = part.reduce((a, b) => a + b, 0);
  const squares = part.reduce((a, b) => a + b * b, 0);
  return 2 * (k * squares - sum * sum) * (L / k);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** Every way to cut the series, one by one. */
function everyPartition(x: readonly number[], penalty: number, m: number): number {
  const L = 2520;
  let least = Number.POSITIVE_INFINITY;
  for (let cuts = 0; cuts < 2 ** (x.length - 1); cuts++) {
    const bounds = [0, ...Array.from(x.keys()).filter((i) => i > 0 && (cuts >> (i - 1)) & 1), x.length];
    const sizes = bounds.slice(1).map((b, i) => b - bounds[i]);
    if (sizes.some((size) => size < m)) continue;
    const cost = sizes.reduce((sum, size, i) => sum + scaledCost(x, bounds[i], bounds[i] + size, L), 0);
    least = Math.min(least, cost / (2 * L) + penalty * (sizes.length - 1));
  }
  return least;
}

const smallSeries = fc.record({
  x: fc.oneof(
    fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 1, maxLength: 24 }),
    fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 24 }),
    fc
      .array(fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: 1, max: 7 })), { minLength: 1, maxLength: 5 })
      .map((runs) => runs.flatMap(([level, n]) => new Array<number>(n).fill(level)).slice(0, 24)),
  ),
  m: fc.integer({ min: 1, max: 5 }),
  penalty: fc.constantFrom(0.5, 1, 1.5, 2, 3, 5, 8, 20),
});

test("the segmentation is the exhaustive optimum on thousands of small series; where it is another, both cost the same", async () => {
  await fc.assert(
    fc.asyncProperty(smallSeries, async ({ x, m, penalty }) => {
      fc.pre(x.length >= m);
      const found = await pelt(Float64Array.from(x), { penalty, min_size: m }, tick);
      const best = exhaustive(x, penalty, m);
      // Cuts that cost the same to the last unit may differ in a double's last bit: either is the optimum.
      assert.equal(scaledOf(x, found.starts, penalty), best.scaled);
      assert.ok(Math.abs(found.objective - best.objective) < 1e-12 * Math.max(1, best.objective));
    }),
    { numRuns: 6000 },
  );
});

test("the exhaustive search itself agrees with trying every partition", () => {
  fc.assert(
    fc.property(smallSeries, ({ x, m, penalty }) => {
      const short = x.slice(0, 10);
      fc.pre(short.length >= m);
      assert.ok(Math.abs(exhaustive(short, penalty, m).objective - everyPartition(short, penalty, m)) < 1e-9);
    }),
    { numRuns: 60 },
  );
});

test("the optimum is found where pruning before a segment may begin loses it (ruptures 1.1.10)", async () => {
  for (const { values, min_size, penalty, starts, objective, ruptures_objective } of oracle.missed_by_ruptures) {
    const found = await pelt(Float64Array.from(values), { penalty, min_size }, tick);
    assert.deepEqual(found.starts, starts);
    assert.ok(Math.abs(found.objective - objective) < 1e-12 * objective);
    assert.ok(found.objective < ruptures_objective);
  }
});

test("real values: no segmentation by dynamic programming is cheaper", async () => {
  const level = fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.integer({ min: 1, max: 30 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(level, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      fc.integer({ min: 1, max: 12 }),
      fc.double({ min: 0.1, max: 30, noNaN: true }),
      async (levels, seed, m, penalty) => {
        const rng = pcg64(seed);
        const x = Float64Array.from(
          levels.flatMap(([v, n]) => Array.from({ length: n }, () => v + standardNormal(rng))),
        );
        fc.pre(x.length >= m);
        const found = await pelt(x, { penalty, min_size: m }, tick);
        assert.ok(Math.abs(found.objective - plainOptimum(x, penalty, m)) < 1e-9);
        const bounds = [0, ...found.starts, x.length];
        assert.ok(found.starts.length === 0 || bounds.every((b, i) => i === 0 || b - bounds[i - 1] >= m));
      },
    ),
    { numRuns: 150 },
  );
});

/** Dynamic programming with costs summed afresh for every segment. */
function plainOptimum(x: Float64Array, penalty: number, m: number): number {
  const best = new Float64Array(x.length + 1).fill(Number.POSITIVE_INFINITY);
  best[0] = -penalty;
  for (let s = 0; s + m <= x.length; s++) {
    let mean = 0;
    let cost = 0;
    for (let t = s + 1; t <= x.length; t++) {
      const d = x[t - 1] - mean;
      mean += d / (t - s);
      cost += d * (x[t - 1] - mean);
      if (t - s >= m) best[t] = Math.min(best[t], best[s] + cost + penalty);
    }
  }
  return best[x.length];
}

test("an offset of 1e9 and a far outlier move no breakpoint", async () => {
  const rng = pcg64(5);
  const x = Float64Array.from(
    { length: 3000 },
    (_, i) => (i % 600 < 300 ? 0 : 2) + Math.round(standardNormal(rng) * 16) / 64,
  );
  const options = { penalty: (3 * Math.log(3000)) / 16, min_size: 10 };
  const { starts } = await pelt(x, options, tick);
  assert.deepEqual(starts, [300, 600, 900, 1200, 1500, 1800, 2100, 2400, 2700]);
  assert.deepEqual(
    (
      await pelt(
        x.map((v) => v + 1e9),
        options,
        tick,
      )
    ).starts,
    starts,
  );
  const outlier = x.slice();
  outlier[100] = 1e7;
  const cut = (await pelt(outlier, options, tick)).starts;
  assert.deepEqual(
    cut.filter((s) => s > 150),
    starts,
  );
});

test("what the sums cannot resolve is told: beside 1e38 no cost of 1 is", async () => {
  const options = { penalty: 10, min_size: 2 };
  const plain = await pelt(Float64Array.of(0, 0, 1, 9, 9, 9), options, tick);
  assert.ok(plain.resolution < 1e-20);
  const lost = await pelt(Float64Array.of(0, 0, 1, 3e38, 9, 9), options, tick);
  assert.ok(lost.resolution > options.penalty);
  assert.equal((await pelt(Float64Array.of(0, 0, 1, 1e200, 9, 9), options, tick)).resolution, Number.POSITIVE_INFINITY);
});

test("equal values, and series too short to cut, are one segment", async () => {
  for (const x of [[], [4], [4, 4, 4, 4, 4, 4], [1, 2, 3]]) {
    const found = await pelt(Float64Array.from(x), { penalty: 1, min_size: 2 }, tick);
    assert.deepEqual(found.starts, []);
  }
});

test("time grows near the length, whether the level changes, stays, wanders or climbs; ticks come along", {
  timeout: PATIENCE_MS,
}, async () => {
  const rng = pcg64(3);
  let level = 0;
  const kinds: Record<string, (i: number) => number> = {
    changes: (i) => (Math.floor(i / 200) % 2) * 3,
    stays: () => 0,
    wanders: () => (level += 0.3 * standardNormal(rng)),
    climbs: (i) => i * 0.01,
  };
  for (const [kind, at] of Object.entries(kinds)) {
    // Quadratic time would be an hour.
    const x = Float64Array.from({ length: 1_000_000 }, (_, i) => at(i) + standardNormal(rng));
    let ticks = 0;
    await pelt(x, { penalty: 3 * Math.log(x.length), min_size: 10 }, async () => {
      ticks += 1;
      await setImmediate();
    });
    assert.ok(ticks >= 50, kind);
  }
});
