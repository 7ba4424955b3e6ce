import { chiSquareCdf } from "../../numerics/chi-square.ts";
import { noncentralTSf } from "../../numerics/noncentral-t.ts";
import { studentTQuantile } from "../../numerics/student-t.ts";
import type { ArmSizes, PowerFunction, TestModel } from "./comparison.ts";

/** What is planned for a difference of two means of common standard deviation. */
export interface MeanPlan {
  /** Treatment minus control. */
  effect: number;
  sigma: number;
  side: 1 | -1;
  margin: number;
  variance_factor: number;
}

export const MEAN_FORMULAS = {
  z: "n = (z_a + z_b)^2 sigma^2 (1 + 1/k) / d^2; k treatment units per control unit",
  t: "power of the two-sample t-test by the noncentral t, noncentrality d / (sigma sqrt(1/n1 + 1/n2))",
  relative:
    "n = (z_a + z_b)^2 sigma^2 ((1 + r)^2 + 1/k) / (r m)^2; r the relative lift, m the control's mean (delta method)",
};

/** The z-test of a difference of means, standard deviation known. */
export function meanModel({ effect, sigma, side, margin, variance_factor }: MeanPlan): TestModel {
  const error = (n: ArmSizes) => sigma * Math.sqrt(variance_factor * (1 / n.control + 1 / n.treatment));
  return { distance: side * effect + margin, nullError: error, alternativeError: error };
}

/**
 * The z-test of the relative lift r = m_t/m_c − 1 by the delta method: variance σ²/(n_t m_c²) + σ²(1+r)²/(n_c m_c²).
 * Its power is below that of the difference, because the control's mean is estimated as well.
 */
export function relativeMeanModel(plan: MeanPlan, baseline: number): TestModel {
  const lift = plan.effect / baseline;
  const error = (n: ArmSizes) =>
    (plan.sigma / Math.abs(baseline)) *
    Math.sqrt(plan.variance_factor * ((1 + lift) ** 2 / n.control + 1 / n.treatment));
  return {
    distance: (plan.side * plan.effect + plan.margin) / Math.abs(baseline),
    nullError: error,
    alternativeError: error,
  };
}

/**
 * Power of the two-sample t-test, standard deviation estimated, in the effect's direction. `alpha_tail` is the error of
 * one tail; degrees of freedom from `degrees`; below one degree there is no test and the power is 0.
 */
export function studentPower(model: TestModel, alpha_tail: number, degrees: (n: ArmSizes) => number): PowerFunction {
  return (n) => {
    const df = degrees(n);
    if (!(df > 0)) return 0;
    return beyond(-studentTQuantile(alpha_tail, df), df, model.distance / model.alternativeError(n));
  };
}

/** Above this noncentrality the normal part of T = (Z + δ)/√(χ²/df) is lost beside δ, and the series would be long. */
const LARGE_SHIFT = 1e4;

/** P(T > bound) of the noncentral t; for a very large δ that of δ/√(χ²/df) > bound. */
function beyond(bound: number, df: number, delta: number): number {
  if (Math.abs(delta) <= LARGE_SHIFT) return noncentralTSf(bound, df, delta);
  return delta < 0 ? 0 : chiSquareCdf(df * (delta / bound) ** 2, df);
}

/** Standard deviation per unit of a ratio of sums R = Σa/Σb (delta method): √(s_a² − 2R s_ab + R² s_b²)/b̄. */
export function ratioSigma(
  ratio: number,
  {
    numerator_sd,
    denominator_sd,
    correlation,
    denominator_mean,
  }: Record<"numerator_sd" | "denominator_sd" | "correlation" | "denominator_mean", number>,
): number {
  const covariance = correlation * numerator_sd * denominator_sd;
  const variance = numerator_sd ** 2 - 2 * ratio * covariance + (ratio * denominator_sd) ** 2;
  return Math.sqrt(Math.max(0, variance)) / Math.abs(denominator_mean);
}
