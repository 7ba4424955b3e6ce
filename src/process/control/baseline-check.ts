import { orReason } from "../../contract/outcome.ts";
import { autocorrelation } from "../../numerics/autocorrelation.ts";
import { binomialCdf, binomialSf } from "../../numerics/binomial.ts";
import { effectiveSampleSize } from "../../numerics/effective-sample-size.ts";
import { normalCdf } from "../../numerics/normal.ts";

/** Why limits would not give the false alarms they promise. */
export type BaselineConcern = "more_outside_than_nominal" | "fewer_outside_than_nominal" | "autocorrelated";

/** A baseline held against its own limits. */
export interface BaselineCheck {
  n: number;
  n_outside: number;
  share_outside: number;
  /** What the limits let out of independent values of the assumed distribution. */
  nominal_share: number;
  /** Of consecutive GOOD values. */
  lag1_autocorrelation: number | null;
  lag1_autocorrelation_reason?: string;
  /** Independent values that would tell as much about the mean, by the lag-1 autocorrelation (AR(1)). */
  effective_n: number | null;
  effective_n_reason?: string;
  /** True when any concern is named. */
  far_from_nominal: boolean;
  concerns: BaselineConcern[];
}

/** A share is far when it is off by this factor and chance alone gives it with less than `RARE`. */
const FACTOR = 2;
const RARE = 0.01;
/** Lag-1 autocorrelation from which runs and clusters of false alarms are clearly more (or less) frequent. */
const STRONG = 0.25;

/** 2Φ(−k): what ±k sigma lets out of normal values. */
export function nominalShare(k: number): number {
  return 2 * normalCdf(-k);
}

/**
 * Counts the baseline's own values outside its limits and asks whether an in-control process would give the nominal
 * share of false alarms. Concerns: a share off by a factor of 2 that a
 * binomial count shows with probability below 1 %; |lag-1 autocorrelation| of 0.25 or more and beyond 2/√n.
 */
export function checkBaseline(
  values: Float64Array,
  [lower, upper]: readonly [number, number],
  nominal_share: number,
): BaselineCheck {
  let n_outside = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > upper || values[i] < lower) n_outside++;
  return checkCount(values, n_outside, nominal_share);
}

/** The same, where the values outside have been counted already (against limits that did not see them, for example). */
export function checkCount(values: Float64Array, n_outside: number, nominal_share: number): BaselineCheck {
  const n = values.length;
  const rho = autocorrelation(values, 1);
  const effective = effectiveSampleSize(n, rho);
  const concerns = [...shareConcerns(n, n_outside, nominal_share)];
  if (Math.abs(rho) >= STRONG && Math.abs(rho) > 2 / Math.sqrt(n)) concerns.push("autocorrelated");
  return {
    n,
    n_outside,
    share_outside: n_outside / n,
    nominal_share,
    ...orReason(
      "lag1_autocorrelation",
      Number.isFinite(rho) ? rho : null,
      "the variance of the values is 0 in double precision",
    ),
    ...orReason("effective_n", Number.isFinite(effective) ? effective : null, "no autocorrelation to compute it from"),
    far_from_nominal: concerns.length > 0,
    concerns,
  };
}

/** Whether `count` of `n` is far from `nominal`; see `checkBaseline`. */
function shareConcerns(n: number, count: number, nominal: number): BaselineConcern[] {
  const share = count / n;
  if (share > FACTOR * nominal && binomialSf(count - 1, n, nominal) < RARE) return ["more_outside_than_nominal"];
  if (share < nominal / FACTOR && binomialCdf(count, n, nominal) < RARE) return ["fewer_outside_than_nominal"];
  return [];
}
