import { BadCall } from "../../contract/outcome.ts";
import { normalQuantile } from "../../numerics/normal.ts";
import { crossingProbabilities, groupSequentialBounds, type Look, sequentialInflation } from "../group-sequential.ts";
import { type Spending, spendingFormula } from "../spending.ts";
import type { PowerInput } from "./input.ts";

/** What looking more than once costs. */
export type SequentialPlan =
  | { kind: "group_sequential"; spending: Spending; formula: string; looks: Look[]; inflation: number | null }
  | { kind: "always_valid"; tuned_units: number };

/**
 * The sequential design that is asked for; evenly spaced looks. `power` is the target, null when it is sought. BadCall
 * where the fields do not go together.
 */
export function sequentialPlan(
  input: PowerInput,
  alpha: number,
  sides: 1 | 2,
  power: number | null,
): SequentialPlan | null {
  const { sequential, looks = 5, spending: kind = "obrien_fleming", spending_phi, tuned_units } = input;
  for (const key of ["looks", "spending"] as const) {
    if (input[key] !== undefined && sequential !== "group_sequential") {
      throw new BadCall(`${key}: goes with --sequential group_sequential`);
    }
  }
  if (sequential === "none") return null;
  if (sequential === "always_valid") {
    if (sides === 1) throw new BadCall("sequential: an always-valid interval is two-sided");
    return { kind: "always_valid", tuned_units };
  }
  const spending: Spending = kind === "power" ? { kind, phi: spending_phi } : { kind };
  const fractions = Array.from({ length: looks }, (_, i) => (i + 1) / looks);
  return {
    kind: "group_sequential",
    spending,
    formula: spendingFormula(spending, sides),
    looks: groupSequentialBounds(fractions, alpha, spending, sides),
    inflation: power === null ? null : sequentialInflation(fractions, alpha, power, spending, sides),
  };
}

/**
 * Chance of ever crossing a bound on the effect's side, for a truth that a fixed test of the same final size would find
 * with `fixed_power`: the drift of the statistic is z_power + z_alpha.
 */
export function groupSequentialPower(looks: Look[], fixed_power: number, alpha_tail: number, sides: 1 | 2): number {
  if (!(fixed_power > 1e-300)) return 0;
  if (fixed_power >= 1 - 1e-15) return 1;
  const drift = normalQuantile(fixed_power) - normalQuantile(alpha_tail);
  const fractions = looks.map(({ information_fraction }) => information_fraction);
  const bounds = looks.map(({ z }) => z);
  return crossingProbabilities(fractions, bounds, drift, sides).reduce((sum, { upper }) => sum + upper, 0);
}
