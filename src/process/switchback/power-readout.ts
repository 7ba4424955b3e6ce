import { MAD_TO_SIGMA, mad } from "../../numerics/mad.ts";
import type { Rng } from "../../numerics/pcg64.ts";
import { LEAST_SPREAD } from "../control/magnitude.ts";
import { drawTrial, type Tick } from "./assignments.ts";
import { blockSums, residualsOf } from "./block-sums.ts";
import type { Design } from "./design.ts";
import { countPerBlock, FEWEST_KEPT } from "./estimate-effect.ts";
import type { Interval } from "./interval-inversion.ts";
import type { KeptSamples } from "./kept-samples.ts";
import { randomizationTest } from "./randomization-test.ts";

export const POWER_DRAWS = 200;
export const POWER_SHIFTS = [0, 0.1, 0.25, 0.5, 1];
export const DETECTION_TARGET = 0.8;

/** How often a trial of this design would have claimed an effect of a known size on the tag's own history. */
export interface ClaimRates {
  rows: { shift_sigma: number; shift: number; claim_rate: number }[];
  /** The least shift above 0 that is claimed at least at the target rate; null when none is. */
  smallest_shift_sigma: number | null;
  smallest_shift: number | null;
}

/** Why the history cannot tell, or null. */
export function powerObstacle(
  history: KeptSamples,
  blocks: number,
  sigma: number,
): { reason: string; detail: string } | null {
  const n = history.y.length;
  if (n < FEWEST_KEPT) return { reason: "too_few", detail: `${n} kept samples of ${FEWEST_KEPT} required` };
  const spread = Math.min(sigma, mad(history.y));
  if (spread < LEAST_SPREAD)
    return { reason: "no_spread", detail: `the MAD of the history is ${spread} (${n} kept samples)` };
  const empty = countPerBlock(history.block, blocks).filter((count) => count === 0).length;
  if (empty > 0)
    return { reason: "empty_block", detail: `${empty} of ${blocks} blocks of the history hold no kept sample` };
  return null;
}

/** The robust scale that shifts are stated in: 1.4826 · MAD of the values read. */
export function historySigma(values: Float64Array): number {
  return MAD_TO_SIGMA * mad(values);
}

/**
 * Lays `draws` random designs over a history without an effect, adds each shift to the B blocks, and counts the 95 %
 * intervals that exclude 0. A shift moves the interval by exactly itself, so each design is inverted once. `open` gives
 * the generator of draw j; `tick` is awaited within draws and `done` told of each.
 */
export async function claimRates(
  history: KeptSamples,
  design: Design,
  sigma: number,
  open: (draw: number) => Rng,
  progress: { tick: Tick; done(draws: number): void },
  draws = POWER_DRAWS,
): Promise<ClaimRates> {
  const sums = blockSums(history.block, design.blocks, residualsOf(history.y, []));
  const scale = historySigma(history.y);
  const claims = POWER_SHIFTS.map(() => 0);
  for (let j = 0; j < draws; j++) {
    progress.done(j);
    await progress.tick();
    const test = randomizationTest(sums, await drawTrial(design, open(j), progress.tick), scale);
    POWER_SHIFTS.forEach((shift, i) => {
      if (test?.interval && excludesZero(test.interval, shift * sigma)) claims[i]++;
    });
  }
  const rows = POWER_SHIFTS.map((shift_sigma, i) => ({
    shift_sigma,
    shift: shift_sigma * sigma,
    claim_rate: claims[i] / draws,
  }));
  const found = rows.find(({ shift_sigma, claim_rate }) => shift_sigma > 0 && claim_rate >= DETECTION_TARGET);
  return { rows, smallest_shift_sigma: found?.shift_sigma ?? null, smallest_shift: found?.shift ?? null };
}

function excludesZero({ lo, hi }: Interval, shift: number): boolean {
  return (lo !== null && lo + shift > 0) || (hi !== null && hi + shift < 0);
}
