import { pcg64 } from "../../numerics/pcg64.ts";
import { samplingContract } from "../../series/sampling.ts";
import type { TagMeta } from "../../series/tag-meta.ts";
import { unitFields } from "../../series/units.ts";
import { drawTrial, type Trial } from "./assignments.ts";
import { numericColumns, type TrialRows, unitOf } from "./columns.ts";
import { type EffectEstimate, estimateEffect } from "./estimate-effect.ts";
import { joinCovariates, keptSamples, requireDistinctTimes } from "./kept-samples.ts";
import { planFields, type VerifiedPlan } from "./verify.ts";

/** What an analysis is made of. */
export interface AnalysisRequest {
  verified: VerifiedPlan;
  target: TrialRows;
  covariates: TrialRows[];
  /** Tags of archives that were named and play no part. */
  unused: string[];
  /** Longest list of blocks. */
  max_blocks: number;
}

export const METHOD = {
  estimator: "OLS coefficient of the setting (1 = B) on the kept samples",
  test: "randomization test, two-sided, on |coefficient|",
  interval: "inversion of the test under an additive shift, hull of the shifts not rejected",
  confidence: 0.95,
} as const;

export const ASSUMPTIONS =
  "The p-value rests on the settings having been drawn and used as planned, and on a washout long enough for what the last block left behind. " +
  "The interval assumes besides that B adds one and the same amount to every kept sample.";

/** The answer to what a trial did to its target: direct, allowing for covariates, and what moved with the setting. */
export function analyzeTrial(request: AnalysisRequest) {
  const { verified, target, covariates, max_blocks } = request;
  const { schedule, design, settings } = verified;
  const trial = drawTrial(design, pcg64(verified.plan.seed));
  const own = numericColumns(target);
  const others = covariates.map((covariate) => ({ ...covariate, columns: numericColumns(covariate).columns }));
  for (const { tag, columns } of others) requireDistinctTimes(tag, columns);
  const kept = keptSamples(schedule, own.columns);
  const joined = joinCovariates(
    kept,
    others.map(({ columns }) => columns),
  );
  const effect = (estimate: EffectEstimate, names: string[]) =>
    effectFields(estimate, trial, names, target.meta, max_blocks);
  return {
    tag: target.tag,
    contract: samplingContract({ basis: "TIME_WEIGHTED", stepped: false }, target.meta),
    units: unitFields(target.meta.unit_raw),
    quality: own.quality,
    plan: planFields(verified),
    settings: settings.slice(0, max_blocks),
    blocks_dropped: Math.max(0, settings.length - max_blocks),
    method: METHOD,
    direct: effect(estimateEffect({ kept, covariates: [] }, trial), []),
    adjusted:
      others.length === 0
        ? null
        : effect(
            estimateEffect(joined, trial),
            others.map(({ tag }) => tag),
          ),
    covariate_checks: others.map(({ tag, meta, columns }) => {
      const check = estimateEffect({ kept: keptSamples(schedule, columns), covariates: [] }, trial);
      return checkFields(check, tag, meta);
    }),
    unused: request.unused,
    assumptions: ASSUMPTIONS,
  };
}

export type AnalysisFields = ReturnType<typeof analyzeTrial>;

function effectFields(effect: EffectEstimate, trial: Trial, covariates: string[], meta: TagMeta, max_blocks: number) {
  const { estimate, p_value, interval, n_kept, kept_per_block, reason, detail } = effect;
  const n_kept_b = kept_per_block.reduce((sum, n, block) => sum + (trial.observed[block] === 1 ? n : 0), 0);
  return {
    covariates,
    estimate,
    unit: unitOf(meta),
    p_value,
    interval,
    n_kept,
    n_kept_a: n_kept - n_kept_b,
    n_kept_b,
    fewest_per_block: Math.min(...kept_per_block),
    most_per_block: Math.max(...kept_per_block),
    kept_per_block: kept_per_block.slice(0, max_blocks),
    reason,
    detail,
  };
}

function checkFields({ estimate, p_value, n_kept, reason }: EffectEstimate, tag: string, meta: TagMeta) {
  const moves_with_setting = p_value !== null && p_value < 0.05;
  return { tag, estimate, unit: unitOf(meta), p_value, moves_with_setting, n_kept, reason };
}
