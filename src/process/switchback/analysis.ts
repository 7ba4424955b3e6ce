import { pcg64 } from "../../numerics/pcg64.ts";
import { samplingContract } from "../../series/sampling.ts";
import type { TagMeta } from "../../series/tag-meta.ts";
import { unitFields } from "../../series/units.ts";
import { type Assignment, drawTrial, type Tick } from "./assignments.ts";
import { numericColumns, type TrialRows, unitOf } from "./columns.ts";
import { type EffectEstimate, estimateEffect } from "./estimate-effect.ts";
import {
  type JoinedSamples,
  joinCovariates,
  type KeptSamples,
  keptSamples,
  requireDistinctTimes,
} from "./kept-samples.ts";
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
export async function analyzeTrial(request: AnalysisRequest, tick: Tick) {
  const { verified, target, max_blocks } = request;
  const { schedule, design, settings } = verified;
  const trial = await drawTrial(design, pcg64(verified.plan.seed), tick);
  const own = numericColumns(target);
  const covariates = await covariateColumns(request.covariates, tick);
  const estimate = async (samples: JoinedSamples) => {
    await tick();
    return estimateEffect(samples, trial);
  };
  const fields = (effect: EffectEstimate, tags: string[]) => {
    return effectFields(effect, trial.observed, tags, target.meta, max_blocks);
  };
  const kept = keptSamples(schedule, own.columns);
  await tick();
  const joined = joinCovariates(
    kept,
    covariates.map(({ columns }) => columns),
  );
  const tags = covariates.map(({ tag }) => tag);
  const direct = fields(await estimate(alone(kept)), []);
  const adjusted = tags.length === 0 ? null : fields(await estimate(joined), tags);
  const covariate_checks = [];
  for (const { tag, meta, columns } of covariates) {
    await tick();
    const check = await estimate(alone(keptSamples(schedule, columns)));
    covariate_checks.push(checkFields(check, tag, meta));
  }
  return {
    tag: target.tag,
    contract: samplingContract({ basis: "TIME_WEIGHTED", stepped: false }, target.meta),
    units: unitFields(target.meta.unit_raw),
    quality: own.quality,
    plan: planFields(verified),
    settings: settings.slice(0, max_blocks),
    blocks_dropped: Math.max(0, settings.length - max_blocks),
    method: METHOD,
    direct,
    adjusted,
    covariate_checks,
    unused: request.unused,
    assumptions: ASSUMPTIONS,
  };
}

async function covariateColumns(covariates: TrialRows[], tick: Tick) {
  const read = [];
  for (const rows of covariates) {
    await tick();
    const { columns } = numericColumns(rows);
    requireDistinctTimes(rows.tag, columns);
    read.push({ ...rows, columns });
  }
  return read;
}

/** Samples without covariates. */
function alone(kept: KeptSamples): JoinedSamples {
  return { kept, covariates: [], n_unmatched: 0 };
}

export type AnalysisFields = Awaited<ReturnType<typeof analyzeTrial>>;

function effectFields(
  effect: EffectEstimate,
  observed: Assignment,
  covariates: string[],
  meta: TagMeta,
  max_blocks: number,
) {
  const { estimate, p_value, interval, n_kept, kept_per_block, reason, detail } = effect;
  const n_kept_b = kept_per_block.reduce((sum, n, block) => sum + (observed[block] === 1 ? n : 0), 0);
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
