import type { Arm } from "./arms.ts";
import { type Moments, momentsOf, proportionMoments } from "./moments.ts";
import type { Count } from "./proportions.ts";

/** What is known of an arm: its units, or a summary of them. */
export type ArmInput = UnitsInput | SummaryInput;

/** Units one by one. */
export interface UnitsInput extends Arm {
  kind: "units";
}

/** What is left of units that were summed up elsewhere. */
export interface SummaryInput {
  kind: "summary";
  arm: string;
  moments: Moments;
  /** Set when the summary is a count of successes. */
  count: Count | null;
}

/** How many units the arm has with an outcome. */
export function sizeOf(arm: ArmInput): number {
  return arm.kind === "units" ? arm.y.length : arm.moments.n;
}

/** Mean and variance of the outcome. */
export function outcomeMoments(arm: ArmInput): Moments {
  return arm.kind === "units" ? momentsOf(arm.y) : arm.moments;
}

/** Successes of an outcome that is 0 or 1. */
export function countOf(arm: ArmInput): Count {
  if (arm.kind === "summary") {
    if (!arm.count) throw new Error("a summary of moments has no count of successes");
    return arm.count;
  }
  let k = 0;
  for (const value of arm.y) k += value;
  return { k, n: arm.y.length };
}

/** Summary of k successes among n. */
export function ofCount(arm: string, count: Count): SummaryInput {
  return { kind: "summary", arm, moments: proportionMoments(count.k, count.n), count };
}

/** The outcomes one by one; a count is unfolded into zeros and ones. */
export function outcomes(arm: ArmInput): Float64Array {
  if (arm.kind === "units") return arm.y;
  const { k, n } = countOf(arm);
  return new Float64Array(n).fill(1, 0, k);
}
