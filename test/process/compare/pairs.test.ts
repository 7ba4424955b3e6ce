import assert from "node:assert/strict";
import { test } from "node:test";
import { blockLength } from "../../../src/process/compare/block-sums.ts";
import { firstDifferences } from "../../../src/process/compare/differences.ts";
import { pairChanges } from "../../../src/process/compare/pairs.ts";
import oracle from "../../oracles/compare.json" with { type: "json" };
import { close } from "../../support/close.ts";
import { calibratePair } from "../../support/compare-calibration.ts";

const columnsOf = (rows: number[][]) => rows[0].map((_, c) => Float64Array.from(rows, (row) => row[c]));
const tick = async () => {};

test("correlations, intervals and p-values are those of rows resampled one by one with numpy's draws", async () => {
  const { pairs } = await pairChanges(columnsOf(oracle.before), columnsOf(oracle.after), tick, oracle.replicates);
  for (const expected of oracle.pairs) {
    const found = pairs.find(({ left, right }) => left === expected.left && right === expected.right)!;
    for (const side of [0, 1]) {
      close(found.pearson[side], expected.pearson[side], 1e-12, "Pearson");
      close(found.spearman[side], expected.spearman[side], 1e-12, "Spearman");
      close(found.interval![side], expected.interval[side], 1e-9, "interval");
    }
    close(found.delta, expected.delta, 1e-12);
    close(found.p_value! / expected.p_value, 1, 1e-8, "p");
    close(found.p_adjusted! / expected.p_adjusted, 1, 1e-8, "adjusted p");
  }
  assert.deepEqual(
    [...pairs].sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta)),
    pairs,
  );
});

test("pairs that do not fit one table at a time get the same answer", async () => {
  // 40 columns of 12,000 rows: 780 pairs of 12,000 positions, in rounds of at most 349.
  const column = (seed: number, n: number) =>
    Float64Array.from({ length: n }, (_, i) => Math.sin(seed * 977 + i * (1 + (seed % 7))));
  const many = (n: number) => Array.from({ length: 40 }, (_, c) => column(c + 1, n));
  const [all, two] = [
    await pairChanges(many(12_000), many(60), tick, 19),
    await pairChanges(many(12_000).slice(38), many(60).slice(38), tick, 19),
  ];
  const last = all.pairs.find(({ left, right }) => left === 38 && right === 39)!;
  close(last.delta, two.pairs[0].delta, 1e-12);
  close(last.interval![0], two.pairs[0].interval![0], 1e-12);
});

test("a difference is taken between neighbours on the grid alone", () => {
  const cells = Float64Array.of(1, 2, 4, Number.NaN, 20, 23);
  assert.deepEqual([...firstDifferences([cells], Int32Array.of(0, 1, 2, 4, 5))[0]], [1, 2, 3]);
});

test("blocks: 10 at least, the cube root of n, and never more than 512 of them", () => {
  assert.deepEqual([5, 60, 8000, 100_000].map(blockLength), [5, 10, 20, 196]);
});

// A percentile interval, the reference's, covers 0.85 to 0.93 here.
for (const [phi, trials] of [
  [0, 500],
  [0.5, 500],
] as const) {
  test(`the interval holds an unchanged correlation of AR(${phi}) pairs about 95 times in 100, and 5 % of p-values are below 5 %`, async () => {
    const { coverage, below_05 } = await calibratePair({ n: [180, 120], phi, rho: [0.5, 0.5] }, trials, 199, 2);
    // Four standard errors of 500 trials at 0.95: 0.039.
    assert.ok(Math.abs(coverage - 0.95) < 0.039, String(coverage));
    assert.ok(Math.abs(below_05 - 0.05) < 0.039, String(below_05));
  });
}

test("a correlation that falls from 0.7 to 0.2 is found, and its change is covered", async () => {
  const { coverage, below_01 } = await calibratePair({ n: [180, 120], phi: 0, rho: [0.7, 0.2] }, 200, 199, 3);
  assert.ok(coverage > 0.89, String(coverage));
  assert.ok(below_01 > 0.9, String(below_01));
});
