import { MAD_TO_SIGMA, mad } from "../../numerics/mad.ts";
import { LEAST_SPREAD } from "../control/magnitude.ts";
import type { Trial } from "./assignments.ts";
import { blockSums, residualsOf } from "./block-sums.ts";
import type { Interval } from "./interval-inversion.ts";
import type { JoinedSamples } from "./kept-samples.ts";
import { randomizationTest } from "./randomization-test.ts";

/** Why there is no estimate. */
export type EstimateReason = "too_few" | "no_spread" | "too_many_covariates" | "empty_block" | "collinear";

/** The effect of B against A, or why there is none. */
export interface EffectEstimate {
  estimate: number | null;
  p_value: number | null;
  interval: Interval | null;
  n_kept: number;
  kept_per_block: number[];
  reason: EstimateReason | null;
  /** The reason with its counts. */
  detail: string | null;
}

export const FEWEST_KEPT = 30;
const KEPT_PER_COVARIATE = 10;
const EXPLAINED = 1e-9;

/**
 * Estimates the effect as the OLS coefficient of the setting (1 = B) on [1, setting, covariates]; without covariates
 * that is the difference of the two means. Inference is by randomization alone, so errors may be correlated in time.
 */
export function estimateEffect({ kept, covariates, n_unmatched }: JoinedSamples, trial: Trial): EffectEstimate {
  const n_kept = kept.y.length;
  const kept_per_block = countPerBlock(kept.block, trial.blocks);
  const refused = (reason: EstimateReason, detail: string): EffectEstimate => {
    return { estimate: null, p_value: null, interval: null, n_kept, kept_per_block, reason, detail };
  };
  if (n_kept < FEWEST_KEPT) return refused("too_few", tooFew(n_kept, n_unmatched));
  const spread = mad(kept.y);
  if (spread < LEAST_SPREAD) return refused("no_spread", `the MAD of ${n_kept} kept samples is ${spread}`);
  if (covariates.length > n_kept / KEPT_PER_COVARIATE) {
    return refused(
      "too_many_covariates",
      `${covariates.length} covariates on ${n_kept} kept samples, at least ${KEPT_PER_COVARIATE} each required`,
    );
  }
  const residuals = residualsOf(kept.y, covariates);
  const left = mad(residuals.values);
  if (left <= EXPLAINED * spread)
    return refused("no_spread", "the covariates reproduce the target, nothing is left to compare");
  const empty = kept_per_block.filter((count) => count === 0).length;
  if (empty > 0) {
    const first = kept_per_block.indexOf(0);
    return refused(
      "empty_block",
      `${empty} of ${trial.blocks} blocks hold no kept sample (the first is block ${first})`,
    );
  }
  const sums = blockSums(kept.block, trial.blocks, residuals);
  const test = randomizationTest(sums, trial, MAD_TO_SIGMA * spread);
  if (test === null) return refused("collinear", "the covariates determine the setting of every sample");
  const detail =
    test.interval === null ? "no shift is compatible with the reference set, so there is no interval" : null;
  return { ...test, n_kept, kept_per_block, reason: null, detail };
}

function tooFew(n_kept: number, n_unmatched: number): string {
  const found = `${n_kept} kept samples of ${FEWEST_KEPT} required`;
  return n_unmatched === 0 ? found : `${found}; ${n_unmatched} more have no covariate at the same instant`;
}

/** Samples in each block. */
export function countPerBlock(block: Uint16Array, blocks: number): number[] {
  const counts = new Array<number>(blocks).fill(0);
  for (const b of block) counts[b]++;
  return counts;
}
