import assert from "node:assert/strict";
import { test } from "node:test";
import { bcaP, bootstrap, percentileInterval, percentileP } from "../../src/experiment/bootstrap.ts";
import { momentsOf } from "../../src/experiment/moments.ts";
import { permutationInterval, permutationP, relabel } from "../../src/experiment/permutation.ts";
import { jointResampler, quantileResampler, sumResampler } from "../../src/experiment/resample.ts";
import { bcaInterval } from "../../src/numerics/bca-interval.ts";
import { integers } from "../../src/numerics/integers.ts";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import oracle from "../oracles/lift.json" with { type: "json" };
import { close, closeInterval } from "../support/close.ts";

const pace = { tick: async () => {}, progress: () => {} };
const f64 = (values: number[]) => Float64Array.from(values);
const meanOf = (values: Float64Array) => momentsOf(values).mean;

test("resamples are numpy's: default_rng(7) draws the control's units first, then the treatment's", async () => {
  const { control, treatment, differences, interval } = oracle.bootstrap;
  const [c, t] = [f64(control), f64(treatment)];
  const difference = (a: Float64Array, b: Float64Array) => b[0] / t.length - a[0] / c.length;
  const arms = { control: sumResampler(c), treatment: sumResampler(t) };
  const [replicates] = await bootstrap(arms, [difference], pcg64(7), differences.length, pace);
  for (const [i, want] of differences.entries()) close(replicates.drawn[i], want, 1e-12);
  closeInterval(percentileInterval(replicates, 0.05), interval, 1e-12);
});

test("the BCa p-value is the level whose interval ends at 0", async () => {
  const [c, t] = [f64(oracle.bootstrap.control), f64(oracle.bootstrap.treatment)];
  const arms = { control: sumResampler(c), treatment: sumResampler(t) };
  const [replicates] = await bootstrap(arms, [(a, b) => b[0] / t.length - a[0] / c.length], pcg64(1), 4000, pace);
  const without = (values: Float64Array) =>
    values.map((x) => (values.length * meanOf(values) - x) / (values.length - 1));
  const leftOut = [without(c).map((m) => meanOf(t) - m), without(t).map((m) => m - meanOf(c))];
  const at = (level: number) => bcaInterval(replicates.sorted, meanOf(t) - meanOf(c), leftOut, level);
  const p = bcaP(replicates, at(0.95));
  const { low, high } = at(1 - p);
  const width = replicates.sorted[3999] - replicates.sorted[0];
  assert.ok(Math.min(Math.abs(low), Math.abs(high)) < 0.01 * width, `${p} ${low} ${high}`);
});

test("ties drawn as counts have the moments of the bootstrap: mean n·x̄, variance n·s²(n-1)/n", async () => {
  // 900 zeros, 80 ones, and 20 values of their own.
  const values = f64([...Array(900).fill(0), ...Array(80).fill(1), ...Array.from({ length: 20 }, (_, i) => 5 + i)]);
  const resampler = sumResampler(values);
  assert.equal(resampler.cost, 22);
  const rng = pcg64(3);
  const sums = new Float64Array(20_000);
  for (let r = 0; r < sums.length; r++) resampler.draw(rng, sums, r);
  const [want, got] = [momentsOf(values), momentsOf(sums)];
  const variance = 999 * want.variance;
  // Within 4 standard errors.
  assert.ok(Math.abs(got.mean - 1000 * want.mean) < 4 * Math.sqrt(variance / sums.length));
  assert.ok(Math.abs(got.variance / variance - 1) < 4 * Math.sqrt(2 / sums.length) * 1.5);
});

test("a quantile is resampled as by drawing units: same distribution over the order statistics", () => {
  const sorted = f64(Array.from({ length: 25 }, (_, i) => i));
  const rng = pcg64(11);
  const [fast, slow] = [new Float64Array(25), new Float64Array(25)];
  const resampler = quantileResampler(sorted, 0.9);
  const out = new Float64Array(1);
  for (let r = 0; r < 20_000; r++) {
    resampler.draw(rng, out, 0);
    fast[out[0]]++;
    const drawn = new Float64Array(25);
    for (let i = 0; i < 25; i++) drawn[i] = integers(rng, 25);
    slow[drawn.sort()[22]]++;
  }
  let chi2 = 0;
  let cells = 0;
  for (let k = 0; k < 25; k++) {
    if (fast[k] + slow[k] < 20) continue;
    chi2 += (fast[k] - slow[k]) ** 2 / (fast[k] + slow[k]);
    cells++;
  }
  // Chi-square with about `cells` degrees of freedom; 4 standard deviations of room.
  assert.ok(chi2 < cells + 4 * Math.sqrt(2 * cells), `${chi2} over ${cells} cells`);
});

test("joint resamples keep the pairs together", () => {
  const resampler = jointResampler([f64([1, 2, 3, 4]), f64([10, 20, 30, 40])]);
  const out = new Float64Array(2);
  const rng = pcg64(2);
  for (let r = 0; r < 50; r++) {
    resampler.draw(rng, out, 0);
    assert.equal(out[1], 10 * out[0]);
  }
});

test("a permutation test by all 462 assignments finds SciPy's 14 at least as extreme", async () => {
  const { control, treatment, hits, assignments } = oracle.permutation;
  const relabelled = await relabel(f64(control), f64(treatment), pcg64(1), 1000, pace);
  assert.equal(relabelled.complete, true);
  assert.equal(relabelled.count, assignments);
  close(permutationP(relabelled), hits / assignments, 1e-12);
  close(permutationP(relabelled), oracle.permutation.scipy_p, 1e-12);
});

test("the permutation interval holds the shifts that are not rejected, the estimate among them, and moves with the data", async () => {
  const [c, t] = [f64(oracle.permutation.control), f64(oracle.permutation.treatment)];
  const d = meanOf(t) - meanOf(c);
  const relabelled = await relabel(c, t, pcg64(1), 1000, pace);
  const { low, high } = permutationInterval(relabelled, d, 1.5, 0.05);
  assert.ok(low < d && d < high);
  assert.ok(permutationP(relabelled, low - 1e-6) <= 0.05 && permutationP(relabelled, low) > 0.05);
  assert.ok(permutationP(relabelled, high + 1e-6) <= 0.05 && permutationP(relabelled, high) > 0.05);
  const shifted = await relabel(
    c,
    t.map((x) => x + 100),
    pcg64(1),
    1000,
    pace,
  );
  closeInterval(permutationInterval(shifted, d + 100, 1.5, 0.05), [low + 100, high + 100], 1e-9);
});

test("drawn relabellings come near the enumerated p, and the same seed gives the same bytes", async () => {
  const [c, t] = [f64(oracle.permutation.control), f64(oracle.permutation.treatment)];
  const drawn = await relabel(c, t, pcg64(5), 461, pace);
  assert.equal(drawn.complete, false);
  assert.ok(Math.abs(permutationP(drawn) - 14 / 462) < 0.03);
  assert.equal(permutationP(await relabel(c, t, pcg64(5), 461, pace)), permutationP(drawn));
});

test("percentile p: 2(1 + fewer side)/(B + 1)", () => {
  const sorted = f64([-1, 1, 2, 3, 4, 5, 6, 7, 8]);
  close(percentileP({ drawn: sorted, sorted }), (2 * 2) / 10, 1e-15);
});
