import { orReason, refusal } from "../contract/outcome.ts";
import { type ArmInput, countOf } from "./arm-input.ts";
import { normalPosterior } from "./bayes.ts";
import type { BayesFacts, CovariateFacts, EffectFacts, ProportionFacts, RelativeFacts } from "./comparison.ts";
import type { Contrast } from "./contrast.ts";
import type { Effect, Effects } from "./effect.ts";
import type { CovariateReport, Estimate } from "./estimate.ts";
import { absoluteLift } from "./lift.ts";
import { miettinenNurminen } from "./miettinen-nurminen.ts";
import { type Monitored, type Monitoring, monitor } from "./monitoring.ts";
import type { CompareOptions } from "./options.ts";
import { shownP } from "./p-value.ts";
import { newcombe, pooledZ, smallestCell } from "./proportions.ts";

/** The absolute effect as it is shown: fixed, or judged by the monitoring plan with the plan's own facts beside. */
export function effectFacts(
  { estimate, se, interval_method, interval, test }: Effect,
  { monitoring, alpha }: CompareOptions,
  n: number,
): EffectFacts & { facts: Monitored["facts"] | null } {
  if (monitoring === null) {
    const { p_value, ...named } = test;
    const error = orReason("se", se > 0 ? se : null, "no outcome varies within its arm");
    return { estimate, ...error, ...interval(alpha), interval_method, ...named, ...shownP(p_value), facts: null };
  }
  const judged = monitor(monitoring, estimate, se * se, n, alpha);
  const { low, high, p_value } = judged;
  const named = { estimate, se, low, high, interval_method: judged.interval_method };
  const reason = "a group-sequential look is judged by its bound, see sequential";
  if (p_value === null)
    return { ...named, test: "group sequential z", p_value, p_value_reason: reason, facts: judged.facts };
  return { ...named, test: "normal-mixture sequential probability ratio", ...shownP(p_value), facts: judged.facts };
}

/** The relative effect as it is shown, under the same plan. */
export function relativeFacts({ relative }: Effects, { monitoring, alpha }: CompareOptions, n: number): RelativeFacts {
  if (!relative) throw new Error("there is no relative effect");
  const { estimate, se, g, delta, interval_method } = relative;
  if (monitoring) {
    const {
      low,
      high,
      p_value,
      interval_method: method,
    } = monitor(inUnitsOf(relative.baseline, monitoring), estimate, se * se, n, alpha);
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

/** The same plan for an effect that was divided by the baseline: a prior in units of the outcome is divided too. */
function inUnitsOf(baseline: number, plan: Monitoring): Monitoring {
  if (plan.kind !== "always_valid" || plan.tau2 === null) return plan;
  return { ...plan, tau2: plan.tau2 / (baseline * baseline) };
}

/** What the comparison is without its adjustment. */
export function unadjustedFacts(contrast: Contrast, alpha: number) {
  const { estimate, se, low, high, p_value } = absoluteLift(contrast, alpha);
  return { estimate, se, low, high, ...shownP(p_value) };
}

/** Both slopes, what they saved, and whether the arms were alike in the covariate. */
export function covariateFacts(estimate: Estimate, report: CovariateReport, alpha: number): CovariateFacts {
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
    ...(slope && slope.control !== slope.treatment ? { population: population(estimate, alpha) } : {}),
    r2,
    variance_kept: (after.se / before.se) ** 2,
    balance: { difference: gap.estimate, statistic: gap.statistic, df: gap.df, ...shownP(gap.p_value) },
    n_without,
  };
}

function population({ forRelative }: Estimate, alpha: number) {
  const { se, low, high } = absoluteLift(forRelative, alpha);
  return { se, low, high };
}

/** Score intervals and the pooled test of two proportions. */
export function proportionFacts(control: ArmInput, treatment: ArmInput, alpha: number): ProportionFacts {
  const [c, t] = [countOf(control), countOf(treatment)];
  const z = pooledZ(c, t);
  return {
    pooled_z: z.statistic,
    ...orReason("pooled_p_value", z.p_value > 0 ? z.p_value : null, "below 1e-300"),
    newcombe: newcombe(c, t, alpha),
    miettinen_nurminen: miettinenNurminen(c, t, alpha),
    smallest_cell: smallestCell(c, t),
  };
}

/** The posterior on the scale asked for. Refuses BaselineNearZero when that scale does not exist. */
export function bayesFacts(
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
