import { BadCall } from "../../contract/outcome.ts";
import { type PlannedArms, plannedArms } from "./arms.ts";
import type { PowerInput } from "./input.ts";
import { type SequentialPlan, sequentialPlan } from "./sequential.ts";
import { baselineOf, effectOf, sigmaOf } from "./values.ts";

export type PowerMethod = "score" | "wald" | "arcsine" | "exact" | "z" | "t";

/** A power calculation that makes sense: what is sought, under what truth, by what test. */
export interface PowerQuestion {
  metric: PowerInput["metric"];
  method: PowerMethod;
  tested_lift: PowerInput["tested_lift"];
  solve: "n" | "mde" | "power";
  /** Null when a mean's baseline was not needed. */
  baseline: number | null;
  /** Treatment minus control; null when it is sought. */
  effect: number | null;
  side: 1 | -1;
  margin: number;
  /** Standard deviation per unit; null for proportions. */
  sigma: number | null;
  alpha: number;
  sides: 1 | 2;
  correction: "none" | "bonferroni" | "holm";
  alpha_per_comparison: number;
  /** Null when it is sought. */
  power: number | null;
  arms: PlannedArms;
  /** Units of the control arm; null when they are sought. */
  n_control: number | null;
  covariate_r2: number;
  icc: number | null;
  cluster_size: number | null;
  design_effect: number;
  sequential: SequentialPlan | null;
}

/** Fills in what was left open and refuses, as BadCall, what no plan can mean. */
export function powerQuestion(input: PowerInput): PowerQuestion {
  const arms = plannedArms(input);
  const margin = input.margin ?? 0;
  const sides = sidesOf(input);
  const correction = input.correction ?? (arms.treatments.length > 1 ? "holm" : "none");
  const alpha_per_comparison = correction === "none" ? input.alpha : input.alpha / arms.treatments.length;
  const solve = solvedFor(input);
  const method = methodOf(input);
  const baseline = baselineOf(input);
  const effect = solve === "mde" ? null : effectOf(input, baseline);
  checkPlan(input, { solve, baseline, effect, alpha_per_comparison });
  const design_effect = designEffect(input);
  const sequential = sequentialPlan(input, alpha_per_comparison, sides, solve === "power" ? null : input.power);
  if (method === "exact") refuseExact(input, arms);
  if (method === "arcsine" && margin > 0) throw new BadCall("margin: not with --method arcsine, which knows no margin");
  return {
    metric: input.metric,
    method,
    tested_lift: testedLift(input),
    solve,
    baseline,
    effect,
    side: sideOf(input),
    margin,
    sigma: sigmaOf(input),
    alpha: input.alpha,
    sides,
    correction,
    alpha_per_comparison,
    power: solve === "power" ? null : input.power,
    arms,
    n_control: solve === "n" ? null : controlUnits(input, arms),
    covariate_r2: input.covariate_r2,
    icc: input.icc ?? null,
    cluster_size: input.cluster_size ?? null,
    design_effect,
    sequential,
  };
}

function sideOf({ direction }: PowerInput): 1 | -1 {
  return direction === "increase" ? 1 : -1;
}

/** BadCall for a power below the error and for margins that no size can speak to. */
function checkPlan(
  input: PowerInput,
  {
    solve,
    baseline,
    effect,
    alpha_per_comparison,
  }: Pick<PowerQuestion, "solve" | "baseline" | "effect" | "alpha_per_comparison">,
): void {
  const { power, metric, margin } = input;
  // An excess that rounding could make is none.
  if (solve !== "power" && power <= alpha_per_comparison * (1 + 1e-9)) {
    throw new BadCall(`power: ${power} is no more than the error ${alpha_per_comparison}, which needs no data`);
  }
  if (margin === undefined) return;
  if (solve === "mde") throw new BadCall("margin: with one, ask for n or power");
  const side = sideOf(input);
  if (effect !== null && side * effect + margin <= 0) {
    throw new BadCall(
      `margin: an expected change of ${effect} lies at or beyond the margin, which no size can rule out`,
    );
  }
  const edge = (baseline ?? 0) - side * margin;
  if (metric === "proportion" && !(edge > 0 && edge < 1)) {
    throw new BadCall(`margin: ${baseline} ${side > 0 ? "-" : "+"} ${margin} is no proportion between 0 and 1`);
  }
}

function sidesOf({ alternative, margin }: PowerInput): 1 | 2 {
  if (margin === undefined) return alternative === "one_sided" ? 1 : 2;
  if (alternative === "two_sided") throw new BadCall("alternative: a non-inferiority test is one-sided");
  return 1;
}

function solvedFor({ solve, mde, n, n_total, margin }: PowerInput): "n" | "mde" | "power" {
  if (n !== undefined && n_total !== undefined) throw new BadCall("n_total: state n (per arm) or n_total, not both");
  const [sized, effect] = [n ?? n_total, mde ?? (margin === undefined ? undefined : 0)];
  const sought = solve ?? (sized === undefined ? "n" : mde === undefined && margin === undefined ? "mde" : null);
  if (sought === null)
    throw new BadCall("n: both an effect and a size are stated; state one of them, or --solve power");
  if (sought !== "mde" && effect === undefined)
    throw new BadCall("mde: missing; state the effect to detect (mde) or a size (n)");
  if (sought !== "n" && sized === undefined) throw new BadCall(`n: missing; to find ${sought} state n or n_total`);
  if (sought === "n" && sized !== undefined) throw new BadCall("n: is what is to be found; leave it out");
  if (sought === "mde" && mde !== undefined) throw new BadCall("mde: is what is to be found; leave it out");
  return sought;
}

function methodOf({ metric, method, sigma_estimated, tested_lift }: PowerInput): PowerMethod {
  if (metric === "proportion") {
    if (sigma_estimated) throw new BadCall("sigma_estimated: goes with --metric mean");
    return method ?? "score";
  }
  if (method !== undefined) throw new BadCall(`method: ${method} is for --metric proportion`);
  if (sigma_estimated && metric === "ratio") throw new BadCall("sigma_estimated: goes with --metric mean");
  if (sigma_estimated && tested_lift === "relative")
    throw new BadCall("tested_lift: a relative lift is tested by z; leave --sigma-estimated out");
  return sigma_estimated ? "t" : "z";
}

function testedLift({ tested_lift, metric, margin }: PowerInput): "absolute" | "relative" {
  if (tested_lift === "relative" && metric === "proportion")
    throw new BadCall("tested_lift: relative goes with --metric mean or ratio");
  if (tested_lift === "relative" && margin !== undefined) throw new BadCall("tested_lift: a margin is absolute");
  return tested_lift;
}

/** 1 + (m − 1)·icc: what clusters of m units multiply the variance by (Kish 1965). */
function designEffect({ icc, cluster_size }: PowerInput): number {
  if ((icc === undefined) !== (cluster_size === undefined))
    throw new BadCall("icc: goes with --cluster-size, and the other way round");
  return icc === undefined || cluster_size === undefined ? 1 : 1 + (cluster_size - 1) * icc;
}

function controlUnits({ n, n_total }: PowerInput, arms: PlannedArms): number {
  if (n_total !== undefined) return n_total * arms.control_share;
  const unequal = arms.treatments.find(({ ratio }) => ratio !== 1);
  if (unequal) throw new BadCall("n: the arms are of different sizes; state --n-total");
  return n as number;
}

function refuseExact(input: PowerInput, arms: PlannedArms): void {
  if (arms.treatments.length > 1) throw new BadCall("method: exact compares two arms");
  const odd = [
    [input.covariate_r2 > 0, "covariate_r2"],
    [input.icc !== undefined, "icc"],
    [input.margin !== undefined, "margin"],
    [input.sequential !== "none", "sequential"],
  ].find(([given]) => given);
  if (odd) throw new BadCall(`${odd[1]}: not with --method exact, which enumerates plain counts`);
}
