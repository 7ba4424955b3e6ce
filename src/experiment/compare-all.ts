import { orReason, refusal } from "../contract/outcome.ts";
import type { ArmInput } from "./arm-input.ts";
import { type Compared, compareArms } from "./compare.ts";
import type { Comparison } from "./comparison.ts";
import { missingByArmTest, missingShown } from "./missing-by-arm.ts";
import { adjustedPValues, type Correction, type IntervalPlan, intervalPlan } from "./multiplicity.ts";
import type { CompareOptions } from "./options.ts";
import type { Pace } from "./pace.ts";
import { boundsWarnings, comparisonWarnings, lossWarnings, resamplingWarnings, type Warning } from "./warnings.ts";

/** Every treatment arm against the control. */
export interface AllComparisons {
  comparisons: Comparison[];
  /** Null when there is one comparison, or no correction was asked for. */
  multiplicity: { correction: Correction; n_comparisons: number; interval_method: IntervalPlan["method"] } | null;
  warnings: Warning[];
}

const MISSING_ALPHA = 0.001;
const UNSELECTED = {
  level: null,
  level_reason: "not selected, and a false coverage rate is about the selected",
  low: null,
  high: null,
};

/** Compares each other arm with the control, in the order given. Refuses MissingArm, CovariateMissingByArm and what `compareArms` does. */
export async function compareAll(
  arms: readonly ArmInput[],
  control: string,
  correction: Correction,
  options: CompareOptions,
  pace: Pace,
): Promise<AllComparisons> {
  const reference = requireControl(arms, control);
  if (options.adjust !== "none") refuseMissingCovariate(arms);
  const compared: Compared[] = [];
  for (const arm of arms) {
    if (arm === reference) continue;
    compared.push(await compareArms(reference, arm, options, pace));
    await pace.tick();
  }
  const multiplicity = correct(compared, correction, options);
  const comparisons = compared.map(({ facts }) => facts);
  const warnings = [
    ...lossWarnings(arms),
    ...resamplingWarnings(arms, options),
    ...(correction === "none" ? [] : boundsWarnings(arms, options)),
    ...comparisons.flatMap((facts) => comparisonWarnings(facts, options)),
  ];
  return { comparisons, multiplicity, warnings };
}

function requireControl(arms: readonly ArmInput[], control: string): ArmInput {
  const found = arms.find(({ arm }) => arm === control);
  if (found && arms.length > 1) return found;
  const remedy = found ? "a lift needs a second arm" : "name the arm that is the control with --control";
  const names = arms.map(({ arm }) => `'${arm}'`).join(", ") || "none";
  const what = found ? `only arm '${control}' has units` : `no unit in arm '${control}' (arms with units: ${names})`;
  throw refusal("MissingArm", `${what}; ${remedy}`, {
    check: "arms",
    observed: arms.map(({ arm }) => arm),
    required: found ? "two arms" : control,
    remedy,
  });
}

function refuseMissingCovariate(arms: readonly ArmInput[]): void {
  const counts = arms.map((arm) => {
    const x = arm.kind === "units" ? arm.x : null;
    let n_missing = 0;
    for (const value of x ?? []) if (Number.isNaN(value)) n_missing++;
    return { arm: arm.arm, n: x?.length ?? 0, n_missing };
  });
  const { p_value, chi_square } = missingByArmTest(counts);
  if (p_value >= MISSING_ALPHA) return;
  const remedy = "find out why, or use --adjust none";
  throw refusal(
    "CovariateMissingByArm",
    `the covariate is missing unequally: ${missingShown(counts)} (chi-square ${chi_square.toPrecision(4)}, p ${p_value.toPrecision(3)}), so the units that have it are no random part of their arms; ${remedy}`,
    { check: "covariate_missing_by_arm", observed: counts, p_value, required: `p >= ${MISSING_ALPHA}`, remedy },
  );
}

/** Adds adjusted p-values and simultaneous intervals to each comparison. */
function correct(
  compared: Compared[],
  correction: Correction,
  options: CompareOptions,
): AllComparisons["multiplicity"] {
  const raw = compared.map(({ p }) => p);
  if (compared.length < 2 || correction === "none" || raw.some((p) => p === null)) return null;
  const adjusted = adjustedPValues(raw as number[], correction);
  const plan = intervalPlan(adjusted, correction, options.alpha);
  if (!plan) return null;
  for (const [i, { facts, intervalAt }] of compared.entries()) {
    const level = plan.alphas[i];
    const ends = level === null ? UNSELECTED : { level: 1 - level, ...intervalAt(level) };
    const p = adjusted[i] > 0 ? adjusted[i] : null;
    facts.multiplicity = { ...orReason("p_adjusted", p, "below 1e-300"), ...ends };
  }
  return { correction, n_comparisons: compared.length, interval_method: plan.method };
}
