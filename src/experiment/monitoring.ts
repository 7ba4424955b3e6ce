import { BadCall } from "../contract/outcome.ts";
import { alwaysValid, tunedTau2 } from "./always-valid.ts";
import { groupSequentialBounds } from "./group-sequential.ts";
import { type Spending, spendingFormula } from "./spending.ts";

/** How an experiment that is looked at more than once is judged. */
export type Monitoring =
  | { kind: "always_valid"; tau2: number | null; tuned_for_units: number }
  | { kind: "group_sequential"; fractions: number[]; spending: Spending };

/** What one look says. `p_value` is null where the design has a bound in its place. */
export interface Monitored {
  low: number;
  high: number;
  p_value: number | null;
  interval_method: string;
  facts: Record<string, number | string | boolean>;
}

/** Judges an estimate with squared standard error `variance` from `n` units in both arms. */
export function monitor(plan: Monitoring, estimate: number, variance: number, n: number, alpha: number): Monitored {
  return plan.kind === "always_valid"
    ? mixture(plan, estimate, variance, n, alpha)
    : atLook(plan, estimate, variance, alpha);
}

function mixture(
  plan: Extract<Monitoring, { kind: "always_valid" }>,
  estimate: number,
  variance: number,
  n: number,
  alpha: number,
): Monitored {
  const tau2 = plan.tau2 ?? tunedTau2(alpha, plan.tuned_for_units, variance, n);
  const { p, ci_low, ci_high } = alwaysValid(estimate, variance, tau2, alpha);
  const facts: Monitored["facts"] = { tau2 };
  if (plan.tau2 === null) facts.tuned_for_units = plan.tuned_for_units;
  return {
    low: ci_low,
    high: ci_high,
    p_value: p,
    interval_method: "always valid (normal-mixture sequential test)",
    facts,
  };
}

/** Repeated confidence interval (Jennison & Turnbull 1989): the estimate ± bound × SE of this look. */
function atLook(
  plan: Extract<Monitoring, { kind: "group_sequential" }>,
  estimate: number,
  variance: number,
  alpha: number,
): Monitored {
  const looks = groupSequentialBounds(plan.fractions, alpha, plan.spending);
  const { look, information_fraction, alpha_spent, alpha_increment, z } = looks[looks.length - 1];
  const se = Math.sqrt(variance);
  if (z === null)
    throw new BadCall(`information: at ${information_fraction} no error is spent yet, so there is no bound`);
  return {
    low: estimate - z * se,
    high: estimate + z * se,
    p_value: null,
    interval_method: "group sequential (repeated interval at this look's bound)",
    facts: {
      look,
      information_fraction,
      spending: spendingFormula(plan.spending, 2),
      alpha_spent,
      alpha_at_this_look: alpha_increment,
      bound_z: z,
      observed_z: estimate / se,
      crossed: Math.abs(estimate / se) >= z,
      overrun: information_fraction > 1,
    },
  };
}
