import { plural } from "../contract/text.ts";
import { type ArmInput, sizeOf } from "./arm-input.ts";
import type { Comparison } from "./comparison.ts";
import { trimmed } from "./lift-words.ts";
import { missingByArmTest, missingShown } from "./missing-by-arm.ts";
import type { CompareOptions } from "./options.ts";

/** Something the reader of an answer should know; `code` is stable. */
export interface Warning {
  code: string;
  message: string;
}

const FEWEST_IN_CELL = 5;
const WEAK_R2 = 0.01;
const IMBALANCE = 0.01;
/** As for a sample ratio mismatch: loss that differs by arm is one. */
const LOSS = 0.001;

/** Below this many units a bootstrap of a skewed outcome covers far less than it says. */
const FEWEST_RESAMPLED = 50;

/** What is doubtful about one comparison. */
export function comparisonWarnings(facts: Comparison, options: CompareOptions): Warning[] {
  const pair = `${facts.arm} against ${facts.control}`;
  return [...cells(facts, options, pair), ...covariate(facts, pair)];
}

function cells({ proportion }: Comparison, { method }: CompareOptions, pair: string): Warning[] {
  const wald = method === "welch" || method === "normal";
  if (!proportion || !wald || proportion.smallest_cell >= FEWEST_IN_CELL) return [];
  const message = `${pair}: a cell holds ${plural(proportion.smallest_cell, "unit")}, below ${FEWEST_IN_CELL}, where a ${method} interval is too narrow; read miettinen_nurminen or newcombe`;
  return [{ code: "SmallCells", message }];
}

function covariate({ covariate: facts, unadjusted, absolute }: Comparison, pair: string): Warning[] {
  if (!facts || !unadjusted) return [];
  const found: Warning[] = [];
  if (facts.r2 < WEAK_R2) {
    found.push({
      code: "WeakCovariate",
      message: `${pair}: the covariate explains ${percent(facts.r2)} of the variance, so the adjustment does next to nothing`,
    });
  }
  const p_value = facts.balance.p_value ?? 0;
  if (p_value < IMBALANCE) {
    found.push({
      code: "CovariateImbalance",
      message: `${pair}: the arms differ in the covariate (p ${p_value.toPrecision(3)}); chance, or a covariate that the treatment moved`,
    });
  }
  if (Math.sign(absolute.estimate) !== Math.sign(unadjusted.estimate)) {
    found.push({
      code: "SignFlip",
      message: `${pair}: the adjustment turns the sign of the lift; read both estimates`,
    });
  }
  return found;
}

/** Arms that are too small to resample. */
export function resamplingWarnings(arms: readonly ArmInput[], { method }: CompareOptions): Warning[] {
  const small = arms.filter((arm) => sizeOf(arm) < FEWEST_RESAMPLED);
  if (small.length === 0 || (method !== "bootstrap" && method !== "bca")) return [];
  const named = small.map((arm) => `${arm.arm} ${sizeOf(arm)}`).join(", ");
  return [
    {
      code: "SmallBootstrap",
      message: `few units to resample (${named}): a bootstrap interval is then too short; welch or permutation hold better`,
    },
  ];
}

/** Bounds of looks know of one comparison alone, and a look that is judged by them has no p-value to correct. */
export function boundsWarnings(arms: readonly ArmInput[], { monitoring, alpha }: CompareOptions): Warning[] {
  const m = arms.length - 1;
  if (monitoring?.kind !== "group_sequential" || m < 2) return [];
  const message = `the bounds hold for each of ${m} comparisons alone, not for all; state --alpha ${trimmed(alpha / m)} for all`;
  return [{ code: "BoundsNotCorrected", message }];
}

/** Outcomes that are missing more often in one arm than in another. */
export function lossWarnings(arms: readonly ArmInput[]): Warning[] {
  const counts = arms.map((arm) => {
    const n_missing = arm.kind === "units" ? arm.n_missing : 0;
    return { arm: arm.arm, n: sizeOf(arm) + n_missing, n_missing };
  });
  const { p_value } = missingByArmTest(counts);
  if (p_value >= LOSS) return [];
  const message = `outcomes are missing unequally (${missingShown(counts)}; chi-square p ${p_value.toPrecision(3)}), which can bias every lift`;
  return [{ code: "OutcomeMissingByArm", message }];
}

function percent(share: number): string {
  return `${(100 * share).toPrecision(2)} %`;
}
