import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { pcg64 } from "../../../src/numerics/pcg64.ts";
import { standardNormal } from "../../../src/numerics/standard-normal.ts";
import { drawTrial, type Trial } from "../../../src/process/switchback/assignments.ts";
import { designOf } from "../../../src/process/switchback/design.ts";
import { estimateEffect } from "../../../src/process/switchback/estimate-effect.ts";
import type { JoinedSamples } from "../../../src/process/switchback/kept-samples.ts";
import oracle from "../../oracles/switchback.json" with { type: "json" };
import { close } from "../../support/close.ts";

function trialOf(blocks: number, seed: number): Promise<Trial> {
  return drawTrial(designOf(blocks), pcg64(seed), async () => {});
}

function samples(block: number[], y: number[], covariates: number[][] = []): JoinedSamples {
  const t = Float64Array.from(y.keys());
  const kept = { t, y: Float64Array.from(y), block: Uint16Array.from(block) };
  return { kept, covariates: covariates.map((column) => Float64Array.from(column)), n_unmatched: 0 };
}

test("estimate, p and interval are those of a brute force that fits every assignment by least squares", async () => {
  for (const c of oracle.small) {
    const trial = await trialOf(c.blocks, c.seed);
    const ours = estimateEffect(samples(c.block, c.y, c.covariates), trial);
    const what = `K = ${c.blocks}, seed ${c.seed}`;
    close(ours.estimate!, c.estimate, 1e-9, what);
    close(ours.estimate!, c.statsmodels_ols, 1e-9, what);
    assert.equal(ours.p_value, c.p_value, what);
    close(ours.interval!.lo!, c.lo, 1e-9, what);
    close(ours.interval!.hi!, c.hi, 1e-9, what);
  }
});

/** 8 to 16 blocks with 4 to 6 samples each, levels that wander between blocks, up to two covariates. */
const trials = fc
  .record({ half: fc.integer({ min: 4, max: 8 }), seed: fc.nat(1e6), covariates: fc.nat(2) })
  .map(({ half, seed, covariates }) => {
    const blocks = 2 * half;
    const rng = pcg64([seed, 1]);
    const block = Array.from({ length: blocks }, (_, b) => new Array<number>(4 + ((seed + b) % 3)).fill(b)).flat();
    const level = Array.from({ length: blocks }, () => standardNormal(rng));
    const columns = Array.from({ length: covariates }, () => block.map(() => standardNormal(rng)));
    const y = block.map((b) => 20 + level[b] + 0.3 * standardNormal(rng));
    return { blocks, seed, block, y, columns };
  });

test("exchanging A and B turns the estimate and its interval around and leaves p", async () => {
  await fc.assert(
    fc.asyncProperty(trials, async ({ blocks, seed, block, y, columns }) => {
      const trial = await trialOf(blocks, seed);
      const there = estimateEffect(samples(block, y, columns), trial);
      const back = estimateEffect(samples(block, y, columns), { ...trial, observed: trial.observed.map((b) => 1 - b) });
      close(back.estimate!, -there.estimate!, 1e-9);
      assert.equal(back.p_value, there.p_value);
      sameEnd(back.interval!.lo, negated(there.interval!.hi));
      sameEnd(back.interval!.hi, negated(there.interval!.lo));
    }),
    { numRuns: 60 },
  );
});

test("adding d to the B blocks moves the estimate and its interval by d", async () => {
  await fc.assert(
    fc.asyncProperty(
      trials,
      fc.double({ min: -5, max: 5, noNaN: true }),
      async ({ blocks, seed, block, y, columns }, d) => {
        const trial = await trialOf(blocks, seed);
        const before = estimateEffect(samples(block, y, columns), trial);
        const moved = y.map((value, i) => value + d * trial.observed[block[i]]);
        const after = estimateEffect(samples(block, moved, columns), trial);
        close(after.estimate!, before.estimate! + d, 1e-8);
        sameEnd(after.interval!.lo, movedBy(before.interval!.lo, d));
        sameEnd(after.interval!.hi, movedBy(before.interval!.hi, d));
      },
    ),
    { numRuns: 60 },
  );
});

test("another unit changes nothing but the unit: y → a + b·y scales estimate and interval and leaves p", async () => {
  await fc.assert(
    fc.asyncProperty(trials, async ({ blocks, seed, block, y, columns }) => {
      const trial = await trialOf(blocks, seed);
      const before = estimateEffect(samples(block, y, columns), trial);
      const after = estimateEffect(
        samples(
          block,
          y.map((v) => 32 + 1.8 * v),
          columns.map((c) => c.map((v) => 1e3 * v - 7)),
        ),
        trial,
      );
      close(after.estimate!, 1.8 * before.estimate!, 1e-8);
      assert.equal(after.p_value, before.p_value);
      sameEnd(after.interval!.lo, scaled(before.interval!.lo, 1.8));
    }),
    { numRuns: 40 },
  );
});

test("the interval holds the shifts whose p is above 0.05: just inside its ends it is, just outside it is not", async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const rng = pcg64([seed, 2]);
    const trial = await trialOf(8, seed);
    const block = Array.from({ length: 40 }, (_, i) => i % 8).sort((a, b) => a - b);
    const y = block.map((b) => 5 * trial.observed[b] + Math.sin(b) + standardNormal(rng));
    const { interval } = estimateEffect(samples(block, y), trial);
    const pAt = (theta: number) => {
      return estimateEffect(
        samples(
          block,
          y.map((v, i) => v - theta * trial.observed[block[i]]),
        ),
        trial,
      ).p_value!;
    };
    assert.ok(pAt(interval!.lo! + 1e-6) > 0.05);
    assert.ok(pAt(interval!.hi! - 1e-6) > 0.05);
    assert.ok(pAt(interval!.lo! - 1e-6) <= 0.05);
    assert.ok(pAt(interval!.hi! + 1e-6) <= 0.05);
  }
});

test("a constant covariate adjusts for nothing", async () => {
  const c = oracle.small[0];
  const trial = await trialOf(c.blocks, c.seed);
  const direct = estimateEffect(samples(c.block, c.y), trial);
  const adjusted = estimateEffect(samples(c.block, c.y, [c.y.map(() => 0.1)]), trial);
  close(adjusted.estimate!, direct.estimate!, 1e-12);
  assert.deepEqual([adjusted.p_value, adjusted.reason], [direct.p_value, null]);
});

test("an estimate that cannot be is refused by the first reason that holds", async () => {
  const trial = await trialOf(8, 0);
  const block = Array.from({ length: 40 }, (_, i) => Math.floor(i / 5));
  const y = block.map((b, i) => Math.sin(3 * i) + b);
  const ramp = (k: number) => y.map((_, i) => Math.cos((k + 2) * i));
  const settings = block.map((b) => trial.observed[b]);
  const reasons = [
    estimateEffect(samples(block.slice(0, 29), y.slice(0, 29)), trial),
    estimateEffect(
      samples(
        block,
        y.map(() => 5),
      ),
      trial,
    ),
    estimateEffect(samples(block, y, [0, 1, 2, 3, 4].map(ramp)), trial),
    estimateEffect(samples(block, y, [y.map((v) => 3 - 2 * v)]), trial),
    estimateEffect(
      samples(
        block.map((b) => Math.min(b, 6)),
        y,
      ),
      trial,
    ),
    estimateEffect(samples(block, y, [settings]), trial),
  ].map(({ reason, detail, estimate }) => [reason, detail, estimate]);
  assert.deepEqual(reasons, [
    ["too_few", "29 kept samples of 30 required", null],
    ["no_spread", "the MAD of 40 kept samples is 0", null],
    ["too_many_covariates", "5 covariates on 40 kept samples, at least 10 each required", null],
    ["no_spread", "the covariates reproduce the target, nothing is left to compare", null],
    ["empty_block", "1 of 8 blocks hold no kept sample (the first is block 7)", null],
    ["collinear", "the covariates determine the setting of every sample", null],
  ]);
});

function sameEnd(actual: number | null, expected: number | null): void {
  if (actual === null || expected === null) assert.equal(actual, expected);
  else close(actual, expected, 1e-7);
}

function negated(end: number | null): number | null {
  return end === null ? null : -end;
}

function movedBy(end: number | null, d: number): number | null {
  return end === null ? null : end + d;
}

function scaled(end: number | null, by: number): number | null {
  return end === null ? null : end * by;
}

test("assignments that tie with the observed one are counted, whatever rounding does to their sums", async () => {
  // Levels are whole tenths, so that each sum over B is a whole number of tenths and ties can be counted exactly.
  for (let seed = 1; seed <= 12; seed++) {
    const trial = await trialOf(8, seed);
    const rng = pcg64([seed, 5]);
    const level = Array.from({ length: 8 }, () => 1 + Math.floor(3 * Math.abs(standardNormal(rng))));
    const block = Array.from({ length: 40 }, (_, i) => Math.floor(i / 5));
    const y = block.map((b, i) => (level[b] + [-3, -1, 0, 1, 3][i % 5]) / 10);
    const total = level.reduce((sum, k) => sum + k, 0);
    const distance = (row: ArrayLike<number>) => Math.abs(2 * level.reduce((s, k, b) => s + k * row[b], 0) - total);
    const least = distance(trial.observed);
    let extreme = 0;
    for (let j = 0; j < 70; j++) if (distance(trial.reference.rows.subarray(8 * j, 8 * j + 8)) >= least) extreme++;
    assert.equal(estimateEffect(samples(block, y), trial).p_value, extreme / 70, `seed ${seed}`);
  }
});

test("ten kept samples a covariate are enough, fewer are not", async () => {
  const trial = await trialOf(8, 0);
  const block = Array.from({ length: 40 }, (_, i) => i % 8);
  const y = block.map((b, i) => Math.sin(3 * i) + b);
  const columns = [2, 3, 4, 5].map((k) => y.map((_, i) => Math.cos(k * i)));
  assert.equal(estimateEffect(samples(block, y, columns), trial).reason, null);
  assert.equal(estimateEffect(samples(block.slice(1), y.slice(1), columns), trial).reason, "too_many_covariates");
});
