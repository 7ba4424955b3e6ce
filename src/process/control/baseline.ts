import { refusal } from "../../contract/outcome.ts";
import { MAD_TO_SIGMA, mad } from "../../numerics/mad.ts";
import { median } from "../../numerics/median.ts";
import { controlConstants } from "./control-constants.ts";
import { type BaselineSubject, subjectName, zeroSpread } from "./zero-spread.ts";

/** How the scale of single observations is estimated. */
export type SigmaMethod = "mad" | "moving-range";

/** Center and scale of a baseline's values. */
export interface Baseline {
  center: number;
  /** Estimate of σ; > 0. */
  scale: number;
  n_good: number;
}

/** GOOD samples that a baseline must hold. */
export const BASELINE_FLOOR = 30;
/** GOOD samples that the baseline of one operating regime must hold. */
export const REGIME_FLOOR = 20;

/** How answers name each estimator. */
export const SIGMA_NAMES = { mad: "MAD", "moving-range": "MOVING_RANGE" } as const;

/**
 * Center (median) and scale of GOOD values in time order. `mad`: 1.4826·median|x − median|. `moving-range`: the mean of
 * |xᵢ − xᵢ₋₁| over consecutive GOOD values, whatever lies between them, divided by d2 = 1.128.
 * Refuses InsufficientQuality below `BASELINE_FLOOR` values, ZeroSpreadBaseline when the scale is 0.
 */
export function fitBaseline(values: Float64Array, method: SigmaMethod, subject: BaselineSubject): Baseline {
  const n = values.length;
  if (n < BASELINE_FLOOR) throw tooFew(n, subject);
  const scale = method === "mad" ? MAD_TO_SIGMA * mad(values) : meanMovingRange(values) / controlConstants(2).d2;
  if (scale === 0) throw zeroSpread(values, method === "mad" ? "MAD" : "mean moving range", subject);
  return { center: median(values), scale, n_good: n };
}

/** Σ|xᵢ − xᵢ₋₁|/(n−1). n < 2 gives NaN. */
export function meanMovingRange(values: Float64Array): number {
  if (values.length < 2) return Number.NaN;
  let sum = 0;
  for (let i = 1; i < values.length; i++) sum += Math.abs(values[i] - values[i - 1]);
  return sum / (values.length - 1);
}

/** center ± k·scale. */
export function limitsOf(
  { center, scale }: Pick<Baseline, "center" | "scale">,
  k: number,
): [lower: number, upper: number] {
  return [center - k * scale, center + k * scale];
}

function tooFew(n: number, subject: BaselineSubject) {
  return refusal(
    "InsufficientQuality",
    `${subjectName(subject)}: only ${n} GOOD baseline samples; ${BASELINE_FLOOR} required, so state a longer baseline or one with more GOOD samples`,
    {
      check: "baseline_samples",
      observed: n,
      required: BASELINE_FLOOR,
      remedy: "state a longer baseline or one with more GOOD samples",
      tag: subject.tag,
    },
  );
}
