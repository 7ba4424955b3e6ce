import { refusal } from "../contract/outcome.ts";
import type { ArmInput } from "./arm-input.ts";
import type { Metric } from "./options.ts";
import { LARGEST } from "./usable.ts";
import type { Warning } from "./warnings.ts";

/** Refuses MetricMismatch when the outcomes are not what the declared metric says; warns of a mean of zeros and ones. */
export function checkMetric(arms: readonly ArmInput[], metric: Metric): Warning[] {
  let binary = true;
  for (const arm of arms) {
    if (arm.kind === "summary") {
      refuseInfinite(arm.arm, Float64Array.of(arm.moments.mean, Math.sqrt(arm.moments.variance)), "a moment");
      binary = false;
      continue;
    }
    const odd = arm.y.find((value) => value !== 0 && value !== 1);
    if (odd !== undefined) binary = false;
    if (metric === "proportion" && odd !== undefined) refuseNonBinary(arm.arm, arm.y, odd);
    refuseInfinite(arm.arm, arm.y, "an outcome");
    if (arm.b) refuseInfinite(arm.arm, arm.b, "a denominator");
    if (arm.x) refuseInfinite(arm.arm, arm.x, "a covariate");
  }
  if (metric !== "mean" || !binary) return [];
  return [
    {
      code: "BinaryMean",
      message: "every outcome is 0 or 1; --metric proportion adds the score intervals and the check of small cells",
    },
  ];
}

function refuseNonBinary(arm: string, values: Float64Array, first: number): never {
  const count = values.reduce((sum, value) => sum + (value === 0 || value === 1 ? 0 : 1), 0);
  const remedy = "use --metric mean, or an outcome of zeros and ones";
  throw refusal(
    "MetricMismatch",
    `arm '${arm}': ${count} of ${values.length} outcomes are neither 0 nor 1 (such as ${first}), so the metric is no proportion; ${remedy}`,
    { check: "outcome_binary", observed: { count, first }, required: "0 or 1", remedy },
  );
}

function refuseInfinite(arm: string, values: Float64Array, what: string): void {
  const count = values.reduce((sum, value) => sum + (Math.abs(value) > LARGEST ? 1 : 0), 0);
  if (count === 0) return;
  const remedy = "correct those rows at the source";
  throw refusal(
    "MetricMismatch",
    `arm '${arm}': ${what} is infinite or above ${LARGEST} in ${count} of ${values.length} cells; ${remedy}`,
    {
      check: "outcome_finite",
      observed: count,
      required: 0,
      remedy,
    },
  );
}
