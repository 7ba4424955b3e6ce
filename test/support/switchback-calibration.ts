import { pcg64 } from "../../src/numerics/pcg64.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import { drawTrial } from "../../src/process/switchback/assignments.ts";
import { designOf } from "../../src/process/switchback/design.ts";
import { estimateEffect } from "../../src/process/switchback/estimate-effect.ts";

/** What is simulated: AR(1) noise of coefficient `phi`, random-walk covariates that matter, an additive effect of B. */
export interface Calibration {
  blocks: number;
  phi: number;
  covariates: number;
  trials: number;
  per_block: number;
  effect: number;
  seed: number;
}

/**
 * Simulates trials. `size` is the share of p ≤ 0.05 when B does nothing, `coverage` the share of 95 % intervals that hold
 * the effect when it does; the interval of a trial with the effect is judged, so both come from the same draws.
 */
export async function calibrate(c: Calibration): Promise<{ size: number; coverage: number; mean_width: number }> {
  const design = designOf(c.blocks);
  let claims = 0;
  let covered = 0;
  let width = 0;
  for (let trial = 0; trial < c.trials; trial++) {
    const drawn = await drawTrial(design, pcg64(c.seed, [trial, 0]), async () => {});
    const { block, noise, covariates } = simulate(c, trial);
    const fit = (effect: number) => {
      const y = noise.map((value, i) => value + effect * drawn.observed[block[i]]);
      const kept = { t: Float64Array.from(block.keys()), y, block };
      return estimateEffect({ kept, covariates, n_unmatched: 0 }, drawn);
    };
    if (fit(0).p_value! <= 0.05) claims++;
    const { lo, hi } = fit(c.effect).interval!;
    if ((lo ?? Number.NEGATIVE_INFINITY) <= c.effect && c.effect <= (hi ?? Number.POSITIVE_INFINITY)) covered++;
    width += (hi ?? Number.POSITIVE_INFINITY) - (lo ?? Number.NEGATIVE_INFINITY);
  }
  return { size: claims / c.trials, coverage: covered / c.trials, mean_width: width / c.trials };
}

function simulate({ blocks, phi, covariates: count, per_block, seed }: Calibration, trial: number) {
  const rng = pcg64(seed, [trial, 1]);
  const n = blocks * per_block;
  const block = Uint16Array.from({ length: n }, (_, i) => Math.floor(i / per_block));
  const covariates = Array.from({ length: count }, () => {
    const column = new Float64Array(n);
    for (let i = 1; i < n; i++) column[i] = column[i - 1] + standardNormal(rng);
    return column;
  });
  const noise = new Float64Array(n);
  let error = standardNormal(rng) / Math.sqrt(1 - phi * phi);
  for (let i = 0; i < n; i++) {
    error = phi * error + standardNormal(rng);
    noise[i] = error + covariates.reduce((sum, column) => sum + 0.8 * column[i], 0);
  }
  return { block, noise, covariates };
}
