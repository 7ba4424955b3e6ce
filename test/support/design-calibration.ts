import { checkSplit } from "../../src/experiment/srm.ts";
import { binomialDraw } from "../../src/numerics/binomial-draw.ts";
import { normalQuantile } from "../../src/numerics/normal.ts";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";

/** Four Monte-Carlo standard errors of a rate. */
export function tolerance(rate: number, runs: number): number {
  return 4 * Math.sqrt((rate * (1 - rate)) / runs);
}

/** Share of right splits (treatment share as stated) whose p-value is at most alpha. */
export function splitAlarms(n: number, share: number, alpha: number, runs: number, seed: number): number {
  const rng = pcg64(seed);
  const weights = { control: 1 - share, treatment: share };
  let alarms = 0;
  for (let run = 0; run < runs; run++) {
    const k = binomialDraw(rng, n, share);
    if (k === 0 || k === n) continue;
    const counts = { control: n - k, treatment: k };
    const { p_value } = checkSplit({ counts, weights, exclude: [], alpha, prior_units: 10_000 });
    if ((p_value ?? 0) <= alpha) alarms++;
  }
  return alarms / runs;
}

/** Shares of even splits, looked at after every `step` units, that the sequential and the one-look test ever call wrong. */
export function peekedSplits(looks: number, step: number, alpha: number, runs: number, seed: number) {
  const rng = pcg64(seed);
  const weights = { control: 1, treatment: 1 };
  let [sequential, fixed] = [0, 0];
  for (let run = 0; run < runs; run++) {
    let k = 0;
    let [alarmed, naive] = [false, false];
    for (let n = step; n <= looks * step; n += step) {
      k += binomialDraw(rng, step, 0.5);
      const found = checkSplit({
        counts: { control: n - k, treatment: k },
        weights,
        exclude: [],
        alpha,
        prior_units: 1000,
      });
      alarmed ||= found.sequential.mismatch;
      naive ||= found.mismatch;
    }
    if (alarmed) sequential++;
    if (naive) fixed++;
  }
  return { sequential: sequential / runs, fixed: fixed / runs };
}

/** Share of simulated trials of two proportions that the pooled z-test finds, two-sided .05, towards more. */
export function foundProportions(p1: number, p2: number, n: number, runs: number, seed: number): number {
  const rng = pcg64(seed);
  const z = normalQuantile(0.975);
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const [a, b] = [binomialDraw(rng, n, p1), binomialDraw(rng, n, p2)];
    const pooled = (a + b) / (2 * n);
    if ((b - a) / n > z * Math.sqrt((2 * pooled * (1 - pooled)) / n)) found++;
  }
  return found / runs;
}

/** Share of simulated trials with evenly spaced looks that cross an upper bound; `drift` is the mean of the last z. */
export function crossedBounds(bounds: number[], drift: number, runs: number, seed: number): number {
  const rng = pcg64(seed);
  const looks = bounds.length;
  let found = 0;
  for (let run = 0; run < runs; run++) {
    let score = 0;
    for (const [i, bound] of bounds.entries()) {
      score += drift / looks + standardNormal(rng) / Math.sqrt(looks);
      if (score / Math.sqrt((i + 1) / looks) > bound) {
        found++;
        break;
      }
    }
  }
  return found / runs;
}
