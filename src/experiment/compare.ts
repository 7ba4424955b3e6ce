import { type ArmInput, sizeOf } from "./arm-input.ts";
import { checkContrast, checkInside, checkPair } from "./check-arms.ts";
import type { Comparison } from "./comparison.ts";
import {
  bayesFacts,
  covariateFacts,
  effectFacts,
  proportionFacts,
  relativeFacts,
  unadjustedFacts,
} from "./comparison-facts.ts";
import { effectsOf } from "./effects.ts";
import { estimatePair } from "./estimate.ts";
import type { CompareOptions } from "./options.ts";
import { hasP } from "./p-value.ts";
import type { Pace } from "./pace.ts";
import type { Interval } from "./proportions.ts";

/** A comparison, and its absolute interval at other levels. */
export interface Compared {
  facts: Comparison;
  intervalAt(alpha: number): Interval;
  /** Of the absolute effect, before it is shown; null where a bound takes its place. */
  p: number | null;
}

/**
 * Compares one arm with the control. Refuses TooFewUnits, ZeroVariance, DegenerateBootstrap, EstimateOutsideInterval and,
 * where the relative scale is needed, BaselineNearZero.
 */
export async function compareArms(
  control: ArmInput,
  treatment: ArmInput,
  options: CompareOptions,
  pace: Pace,
): Promise<Compared> {
  checkPair(control, treatment, options);
  const estimate = estimatePair(control, treatment, options);
  checkContrast(control, treatment, estimate.contrast, options);
  const effects = await effectsOf(control, treatment, estimate, options, pace);
  const n = sizeOf(control) + sizeOf(treatment);
  const { facts: sequential, ...absolute } = effectFacts(effects.absolute, options, n);
  const { relative } = effects;
  const facts: Comparison = {
    arm: treatment.arm,
    control: control.arm,
    absolute,
    relative: relative && relativeFacts(effects, options, n),
    ...(effects.relative_reason === null ? {} : { relative_reason: effects.relative_reason }),
    ...(estimate.unadjusted ? { unadjusted: unadjustedFacts(estimate.unadjusted, options.alpha) } : {}),
    ...(estimate.covariate ? { covariate: covariateFacts(estimate, estimate.covariate, options.alpha) } : {}),
    ...(options.metric === "proportion" ? { proportion: proportionFacts(control, treatment, options.alpha) } : {}),
    ...(sequential ? { sequential } : {}),
    ...(options.bayes ? { bayes: bayesFacts(effects, options.bayes, options.alpha) } : {}),
  };
  checkInside(`${treatment.arm} against ${control.arm}`, facts.absolute.estimate, facts.absolute);
  if (facts.relative)
    checkInside(`${treatment.arm} relative to ${control.arm}`, facts.relative.estimate, facts.relative);
  const intervalAt = (alpha: number) => {
    const { low, high } = effectFacts(effects.absolute, { ...options, alpha }, n);
    return { low, high };
  };
  return { facts, intervalAt, p: hasP(facts.absolute) ? (facts.absolute.p_value ?? 0) : null };
}
