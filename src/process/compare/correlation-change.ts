import { studentTCdf, studentTQuantile } from "../../numerics/student-t.ts";

/** A change of one pair's correlation between two periods. */
export interface CorrelationChange {
  delta: number;
  /** 95 % interval; null with its reason. */
  interval: [lower: number, upper: number] | null;
  interval_reason: string | null;
  /** Of the hypothesis that the correlation did not change; null with the interval. */
  p_value: number | null;
}

/** One correlation with its resamples. */
export interface ResampledCorrelation {
  r: number;
  se: number;
  center: number;
  rs: Float64Array;
  ses: Float64Array;
}

/** Blocks that each period must make for an interval. */
export const MIN_BLOCKS = 5;
/** Of the interval. */
export const LEVEL = 0.95;

/**
 * r_after − r_before with a symmetric studentised bootstrap interval (Hall 1992): delta ± q·se, q the ⌈0.95(R+1)⌉-th
 * smallest |t*| of R resamples; a resample that leaves a tag flat counts as infinitely far. The p-value refers
 * t = delta/se to Student's t with `blocks` − 1 degrees of freedom (blocks of the shorter period), scaled so that its
 * 95 % point is q: it is 0.05 exactly where the interval touches 0, and does not end at 1/(R+1). Coverage is measured in
 * bench/calibration-compare.bench.ts.
 */
export function correlationChange(
  before: ResampledCorrelation,
  after: ResampledCorrelation,
  blocks: number,
): CorrelationChange {
  const delta = after.r - before.r;
  const none = (interval_reason: string) => ({ delta, interval: null, interval_reason, p_value: null });
  if (blocks < MIN_BLOCKS)
    return none(`${blocks} block${blocks === 1 ? "" : "s"} in the shorter period; ${MIN_BLOCKS} needed`);
  const se = Math.hypot(before.se, after.se);
  if (!(se > 1e-9)) return none("the correlation does not vary between blocks");
  const q = studentisedPoint(before, after);
  if (q === Number.POSITIVE_INFINITY) return none("more than 5 % of the resamples leave a tag flat");
  const df = blocks - 1;
  const scale = studentTQuantile((1 + LEVEL) / 2, df) / q;
  return {
    delta,
    interval: [Math.max(-2, delta - q * se), Math.min(2, delta + q * se)],
    interval_reason: null,
    p_value: 2 * studentTCdf(-Math.abs(delta / se) * scale, df),
  };
}

/** The 95 % point of |t*|. */
function studentisedPoint(before: ResampledCorrelation, after: ResampledCorrelation): number {
  const center = after.center - before.center;
  const t = before.rs.map((r, q) => {
    const distance = Math.abs(after.rs[q] - r - center) / Math.hypot(before.ses[q], after.ses[q]);
    return Number.isFinite(distance) ? distance : Number.POSITIVE_INFINITY;
  });
  return t.sort()[Math.ceil(LEVEL * (t.length + 1)) - 1];
}
