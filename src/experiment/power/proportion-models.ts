import { restrictedControl } from "../miettinen-nurminen.ts";
import type { ArmSizes, TestModel } from "./comparison.ts";

/** What is planned for two proportions: the truth, the side that is looked for, and the null's margin (0: no difference). */
export interface ProportionPlan {
  control: number;
  treatment: number;
  /** 1 when more is looked for, −1 when less. */
  side: 1 | -1;
  /** Non-inferiority: the null is that the treatment is worse by at least this much. */
  margin: number;
  /** What the variance is multiplied by (clusters, covariate). */
  variance_factor: number;
}

export type ProportionMethod = "score" | "wald" | "arcsine";

/** The formula of each method, for an answer. zα is of one tail when the test is one-sided. */
export const PROPORTION_FORMULAS: Record<ProportionMethod, string> = {
  score:
    "n = (z_a sqrt(pbar qbar (1 + 1/k)) + z_b sqrt(p1 q1 + p2 q2/k))^2 / d^2; pbar pooled, k treatment units per control unit",
  wald: "n = (z_a + z_b)^2 (p1 q1 + p2 q2/k) / d^2; k treatment units per control unit",
  arcsine:
    "n = (z_a + z_b)^2 (1 + 1/k) / h^2, h = 2 asin sqrt(p2) - 2 asin sqrt(p1); k treatment units per control unit",
};

/** With a margin the score test's null variance is at the restricted maximum likelihood (Farrington & Manning 1990). */
export const MARGIN_FORMULA =
  "n = (z_a s0 + z_b sqrt(p1 q1 + p2 q2/k))^2 / (d + margin)^2; s0 at the most likely proportions with d = -margin (Farrington-Manning)";

/** Two proportions by the score test (pooled null variance), the Wald test (unpooled), or arcsines (Cohen's h). */
export function proportionModel(plan: ProportionPlan, method: ProportionMethod): TestModel {
  const { control: p1, treatment: p2, side, margin, variance_factor } = plan;
  if (method === "arcsine") {
    const error = ({ control, treatment }: ArmSizes) => Math.sqrt(variance_factor * (1 / control + 1 / treatment));
    return { distance: side * cohenH(p1, p2), nullError: error, alternativeError: error };
  }
  const alternativeError = (n: ArmSizes) => unpooled(p1, p2, n, variance_factor);
  const distance = side * (p2 - p1) + margin;
  if (method === "wald") return { distance, nullError: alternativeError, alternativeError };
  return { distance, nullError: (n) => nullError(plan, n), alternativeError };
}

/** Cohen's h = 2 asin √p₂ − 2 asin √p₁. */
export function cohenH(p1: number, p2: number): number {
  return 2 * Math.asin(Math.sqrt(p2)) - 2 * Math.asin(Math.sqrt(p1));
}

function unpooled(p1: number, p2: number, { control, treatment }: ArmSizes, factor: number): number {
  const variance = (p1 * (1 - p1)) / control + (p2 * (1 - p2)) / treatment;
  // Rounding can leave a proportion a hair below 0.
  return Math.sqrt(factor * Math.max(0, variance));
}

function nullError({ control: p1, treatment: p2, side, margin, variance_factor }: ProportionPlan, n: ArmSizes): number {
  if (margin === 0) {
    const pooled = (p1 * n.control + p2 * n.treatment) / (n.control + n.treatment);
    return unpooled(pooled, pooled, n, variance_factor);
  }
  const delta = -side * margin;
  const pc = restrictedControl({ k: p1 * n.control, n: n.control }, { k: p2 * n.treatment, n: n.treatment }, delta);
  return unpooled(pc, pc + delta, n, variance_factor);
}
