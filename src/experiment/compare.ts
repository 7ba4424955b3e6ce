import { orReason, refusal } from "../contract/outcome.ts";
import { type ArmInput, countOf, sizeOf } from "./arm-input.ts";
import { normalPosterior } from "./bayes.ts";
import { checkContrast, checkInside, checkPair } from "./check-arms.ts";
import type { Contrast } from "./contrast.ts";
import type { Effect, Effects } from "./effect.ts";
import { effectsOf } from "./effects.ts";
import { type CovariateReport, type Estimate, estimatePair } from "./estimate.ts";
import { absoluteLift } from "./lift.ts";
import { miettinenNurminen } from "./miettinen-nurminen.ts";
import { type Monitored, monitor } from "./monitoring.ts";
import type { CompareOptions } from "./options.ts";
import { shownP } from "./p-value.ts";
import type { Pace } from "./pace.ts";
import { type Interval, newcombe, pooledZ, smallestCell } from "./proportions.ts";

type ShownP = ReturnType<typeof shownP>;

/** One treatment arm against the control, with everything an answer says of it. */
export interface Comparison {
  arm: string;
  control: string;
  absolute: EffectFacts;
  relative: RelativeFacts | null;
  relative_reason?: string;
  unadjusted?: { estimate: number; se: number; low: number; high: number } & ShownP;
  covariate?: CovariateFacts;
  proportion?: ProportionFacts;
  sequential?: Monitored["facts"];
  bayes?: BayesFacts;
  multiplicity?: MultiplicityFacts;
}

export interface EffectFacts extends ShownP {
  estimate: number;
  se: number;
  low: number;
  high: number;
  interval_method: string;
  test: string;
  statistic?: number;
  df?: number;
  n_assignments?: number;
}

export interface RelativeFacts {
  estimate: number;
  se: number;
  low: number;
  high: number;
  interval_method: string;
  p_value?: number | null;
  p_value_reason?: string;
  delta?: { low: number; high: number } & ShownP;
  fieller_g: number;
}

export interface CovariateFacts {
  theta_within: number;
  theta_all_units: number;
  all_units?: { estimate: number; se: number };
  slope?: { control: number; treatment: number };
  r2: number;
  variance_kept: number;
  balance: { difference: number; statistic: number; df: number } & ShownP;
  n_without: { control: number; treatment: number };
}

export interface ProportionFacts {
  /** Absent when no unit, or every unit, is a success. */
  pooled_z?: number;
  pooled_p_value?: number | null;
  pooled_p_value_reason?: string;
  newcombe: { low: number; high: number };
  miettinen_nurminen: { low: number; high: number };
  smallest_cell: number;
}

export interface MultiplicityFacts {
  p_adjusted: number | null;
  p_adjusted_reason?: string;
  level: number | null;
  level_reason?: string;
  low: number | null;
  high: number | null;
}

export interface BayesFacts {
  scale: "absolute" | "relative";
  prior_mean: number;
  prior_sd: number | null;
  mean: number;
  sd: number;
  low: number;
  high: number;
  chance_to_win: number;
  risk: { treatment: number; control: number };
}

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
  const underflown = facts.absolute.p_value_reason === shownP(0).p_value_reason;
  return { facts, intervalAt, p: facts.absolute.p_value ?? (underflown ? 0 : null) };
}

function effectFacts(
  { estimate, se, interval_method, interval, test }: Effect,
  { monitoring, alpha }: CompareOptions,
  n: number,
): EffectFacts & { facts: Monitored["facts"] | null } {
  if (monitoring === null) {
    const { p_value, ...named } = test;
    return { estimate, se, ...interval(alpha), interval_method, ...named, ...shownP(p_value), facts: null };
  }
  const judged = monitor(monitoring, estimate, se * se, n, alpha);
  const { low, high, p_value } = judged;
  const named = { estimate, se, low, high, interval_method: judged.interval_method };
  const reason = "a group-sequential look is judged by its bound, see sequential";
  if (p_value === null)
    return { ...named, test: "group sequential z", p_value, p_value_reason: reason, facts: judged.facts };
  return { ...named, test: "normal-mixture sequential probability ratio", ...shownP(p_value), facts: judged.facts };
}

function relativeFacts({ relative }: Effects, { monitoring, alpha }: CompareOptions, n: number): RelativeFacts {
  if (!relative) throw new Error("there is no relative effect");
  const { estimate, se, g, delta, interval_method } = relative;
  if (monitoring) {
    const { low, high, p_value, interval_method: method } = monitor(monitoring, estimate, se * se, n, alpha);
    return {
      estimate,
      se,
      low,
      high,
      interval_method: method,
      ...(p_value === null ? {} : shownP(p_value)),
      fieller_g: g,
    };
  }
  return {
    estimate,
    se,
    ...relative.interval(alpha),
    interval_method,
    ...(delta ? { delta: { low: delta.low, high: delta.high, ...shownP(delta.p_value) } } : {}),
    fieller_g: g,
  };
}

function unadjustedFacts(contrast: Contrast, alpha: number) {
  const { estimate, se, low, high, p_value } = absoluteLift(contrast, alpha);
  return { estimate, se, low, high, ...shownP(p_value) };
}

function covariateFacts(estimate: Estimate, report: CovariateReport, alpha: number): CovariateFacts {
  const { theta, allUnits, slope, r2, balance, n_without } = report;
  const [after, before] = [estimate.contrast, estimate.unadjusted ?? estimate.contrast].map((c) =>
    absoluteLift(c, alpha),
  );
  const gap = absoluteLift(balance, alpha);
  const other = allUnits && absoluteLift(allUnits, alpha);
  return {
    theta_within: theta.within,
    theta_all_units: theta.all_units,
    ...(other ? { all_units: { estimate: other.estimate, se: other.se } } : {}),
    ...(slope ? { slope } : {}),
    r2,
    variance_kept: (after.se / before.se) ** 2,
    balance: { difference: gap.estimate, statistic: gap.statistic, df: gap.df, ...shownP(gap.p_value) },
    n_without,
  };
}

function proportionFacts(control: ArmInput, treatment: ArmInput, alpha: number): ProportionFacts {
  const [c, t] = [countOf(control), countOf(treatment)];
  const z = pooledZ(c, t);
  return {
    ...(Number.isFinite(z.statistic)
      ? { pooled_z: z.statistic, ...orReason("pooled_p_value", z.p_value > 0 ? z.p_value : null, "below 1e-300") }
      : {}),
    newcombe: newcombe(c, t, alpha),
    miettinen_nurminen: miettinenNurminen(c, t, alpha),
    smallest_cell: smallestCell(c, t),
  };
}

function bayesFacts(
  effects: Effects,
  { scale, prior }: NonNullable<CompareOptions["bayes"]>,
  alpha: number,
): BayesFacts {
  const effect = effects[scale];
  if (!effect) refuseRelative(effects.relative_reason ?? "", effects.absolute.estimate);
  const posterior = normalPosterior(effect.estimate, effect.se, prior, alpha);
  return { scale, prior_mean: prior.mean, prior_sd: prior.sd, ...posterior };
}

/** The refusal of a question that needs the relative scale where there is none. */
export function refuseRelative(reason: string, absolute: number): never {
  const remedy = "ask for the absolute scale";
  throw refusal("BaselineNearZero", `${reason.replace(/^BaselineNearZero: /, "")}; ${remedy}`, {
    check: "fieller_g",
    required: "< 1",
    absolute_estimate: absolute,
    remedy,
  });
}
