import { refusal } from "../contract/outcome.ts";
import { pcg64 } from "../numerics/pcg64.ts";
import { type ArmInput, countOf, outcomes } from "./arm-input.ts";
import { bootstrapEffects } from "./bootstrap-effects.ts";
import type { Effect, Effects, RelativeEffect } from "./effect.ts";
import type { Estimate } from "./estimate.ts";
import { twoSidedP } from "./inference.ts";
import { absoluteLift, fiellerG, relativeLift } from "./lift.ts";
import { miettinenNurminen, scoreStatistic } from "./miettinen-nurminen.ts";
import type { CompareOptions } from "./options.ts";
import type { Pace } from "./pace.ts";
import { permutationInterval, permutationP, relabel } from "./permutation.ts";
import { newcombe, pooledZ } from "./proportions.ts";
import { isUsable } from "./usable.ts";

/** Turns an estimate into effects by the method asked for. Refuses ZeroVariance, DegenerateBootstrap, TooFewUnits. */
export async function effectsOf(
  control: ArmInput,
  treatment: ArmInput,
  estimate: Estimate,
  options: CompareOptions,
  pace: Pace,
): Promise<Effects> {
  const closed = closedEffects(estimate, options);
  if (options.method === "bootstrap" || options.method === "bca") {
    return bootstrapEffects(control, treatment, closed, options, pace);
  }
  const absolute = await absoluteBy(control, treatment, closed.absolute, options, pace);
  return { ...closed, absolute };
}

async function absoluteBy(
  control: ArmInput,
  treatment: ArmInput,
  wald: Effect,
  options: CompareOptions,
  pace: Pace,
): Promise<Effect> {
  if (options.method === "permutation") return permutationEffect(control, treatment, wald, options, pace);
  if (options.method !== "newcombe" && options.method !== "miettinen_nurminen") return wald;
  const [c, t] = [countOf(control), countOf(treatment)];
  if (options.method === "newcombe") {
    const z = pooledZ(c, t);
    const test = { test: "z with pooled variance", statistic: z.statistic, p_value: z.p_value };
    return { ...wald, interval_method: "Newcombe hybrid score", interval: (alpha) => newcombe(c, t, alpha), test };
  }
  const statistic = scoreStatistic(c, t, 0);
  const test = { test: "Miettinen-Nurminen score", statistic, p_value: twoSidedP(statistic, Number.POSITIVE_INFINITY) };
  return {
    ...wald,
    interval_method: "Miettinen-Nurminen score",
    interval: (alpha) => miettinenNurminen(c, t, alpha),
    test,
  };
}

/** Wald effects on both scales: t or z as the contrast says. */
export function closedEffects({ contrast, forRelative }: Estimate, options: CompareOptions): Effects {
  const { alpha } = options;
  const lift = absoluteLift(contrast, alpha);
  const finite = Number.isFinite(lift.df);
  const test = {
    test: testName(options, finite),
    statistic: lift.statistic,
    ...(finite ? { df: lift.df } : {}),
    p_value: lift.p_value,
  };
  const absolute: Effect = {
    estimate: lift.estimate,
    se: lift.se,
    interval_method: `${varianceName(options)}, ${finite ? "t" : "normal"}`,
    interval: (level) => {
      const { low, high } = absoluteLift(contrast, level);
      return { low, high };
    },
    test,
  };
  const relative = relativeLift(forRelative, alpha);
  if (relative === null) return { absolute, relative: null, relative_reason: nearZero(fiellerG(forRelative, alpha)) };
  if (!isUsable(relative.se)) return { absolute, relative: null, relative_reason: NO_RELATIVE_ERROR };
  const scaled: RelativeEffect = {
    estimate: relative.estimate,
    se: relative.se,
    interval_method: "Fieller",
    // A stricter level may leave no interval where this one has one.
    interval: (level) => relativeLift(forRelative, level)?.fieller ?? { low: Number.NaN, high: Number.NaN },
    test,
    g: relative.g,
    delta: relative.delta,
    baseline: Math.abs(forRelative.control.value),
  };
  return { absolute, relative: scaled, relative_reason: null };
}

/** Said of a ratio whose standard error is 0, or leaves the doubles when it is squared. */
const NO_RELATIVE_ERROR = "ZeroVariance: the ratio to the control has no standard error that a number holds";

function nearZero(g: number): string {
  const shown = Number.isFinite(g) ? `Fieller's g is ${g.toPrecision(4)}` : "it is 0";
  return `BaselineNearZero: the control cannot be told from 0 (${shown}, and below 1 is needed), so no ratio to it has an interval`;
}

function testName({ metric, adjust }: CompareOptions, finite: boolean): string {
  if (adjust === "ancova" || adjust === "lin") return finite ? "t, sandwich variance" : "z, sandwich variance";
  if (metric === "quantile") return "z";
  return finite ? "Welch t" : "z";
}

function varianceName({ metric, adjust, hc, quantile }: CompareOptions): string {
  if (adjust === "ancova" || adjust === "lin") return hc.toUpperCase();
  if (adjust === "cuped") return "variance of the residuals, divisor n - 1, each arm its own";
  if (metric === "ratio") return "delta method, divisor n - 1, each arm its own";
  if (metric === "quantile") return `order statistics around the ${quantile} quantile, each arm its own`;
  return "variance with divisor n - 1, each arm its own";
}

async function permutationEffect(
  control: ArmInput,
  treatment: ArmInput,
  wald: Effect,
  options: CompareOptions,
  pace: Pace,
): Promise<Effect> {
  const test = await relabel(outcomes(control), outcomes(treatment), pcg64(options.seed), options.replicates, pace);
  return {
    ...wald,
    interval_method: "shifts that the permutation test does not reject",
    interval: (alpha) => boundedInterval(permutationInterval(test, wald.estimate, wald.se, alpha), test.count, alpha),
    test: {
      test: `permutation of arm labels, studentised difference, ${test.complete ? "all" : "drawn"} assignments`,
      statistic: wald.estimate / wald.se,
      p_value: permutationP(test),
      n_assignments: test.count,
    },
  };
}

function boundedInterval(interval: { low: number; high: number }, count: number, alpha: number) {
  if (Number.isFinite(interval.low) && Number.isFinite(interval.high)) return interval;
  const remedy = "use --method welch, or more units";
  throw refusal(
    "TooFewUnits",
    `a permutation interval at level ${alpha} does not end: there are ${count} assignments, so no p-value is small enough; ${remedy}`,
    { check: "assignments", observed: count, required: `more than ${Math.ceil(1 / alpha)}`, remedy },
  );
}
