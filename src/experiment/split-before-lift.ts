import { refusal } from "../contract/outcome.ts";
import type { LiftCall } from "./lift-call.ts";
import { checkSplit } from "./srm.ts";

/** The sample ratio check of an answer. */
export interface SplitFacts {
  mismatch: boolean;
  test: string;
  chi_square: number;
  df: number;
  p_value: number | null;
  p_value_reason?: string;
  alpha: number;
  despite_srm: boolean;
}

/** Rare enough to act on, as in the SRM checks of the field. */
const SPLIT_ALPHA = 0.001;
/** The default prior weight of the sequential split test, which a lift does not show. */
const PRIOR_UNITS = 10_000;

/**
 * Checks the split of the analysed arms before any lift is computed, on the units with or without an outcome; null when
 * no weights are stated. Refuses SampleRatioMismatch unless the call says `despite_srm`.
 */
export function splitBeforeLift(call: LiftCall, counts: Record<string, number>, analysed: string[]): SplitFacts | null {
  const { weights, despite_srm } = call;
  const alpha = SPLIT_ALPHA;
  if (!weights) return null;
  const aside = [...new Set([...Object.keys(counts), ...Object.keys(weights)])].filter(
    (arm) => call.arms && !analysed.includes(arm),
  );
  const { mismatch, test, chi_square, df, p_value, p_value_reason, n_units, arms } = checkSplit({
    counts,
    weights,
    exclude: aside,
    alpha,
    prior_units: PRIOR_UNITS,
  });
  const p = p_value === null ? { p_value, p_value_reason } : { p_value };
  if (!mismatch || despite_srm) return { mismatch, test, chi_square, df, ...p, alpha, despite_srm };
  const shown = arms.map((arm) => `${arm.arm} ${arm.n} (expected ${Math.round(arm.expected_n)})`).join(", ");
  const remedy = "find the cause first; to see a lift all the same, state --despite-srm";
  throw refusal(
    "SampleRatioMismatch",
    `${n_units} units are not split as designed: ${shown}, p ${p_value === null ? "below 1e-300" : p_value.toPrecision(3)}; ${remedy}`,
    {
      check: test,
      observed: Object.fromEntries(arms.map((arm) => [arm.arm, arm.n])),
      chi_square,
      df,
      ...p,
      required: `p >= ${alpha}`,
      remedy,
    },
  );
}
