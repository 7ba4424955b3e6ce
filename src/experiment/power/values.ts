import { BadCall } from "../../contract/outcome.ts";
import type { PowerInput } from "./input.ts";
import { ratioSigma } from "./mean-models.ts";

/** The control's value; null when a mean does without. */
export function baselineOf({ metric, baseline, mde_kind, tested_lift }: PowerInput): number | null {
  if (metric === "proportion" && baseline !== undefined && !(baseline > 0 && baseline < 1)) {
    throw new BadCall(`baseline: ${baseline} is no proportion between 0 and 1`);
  }
  const relative = mde_kind === "relative" || tested_lift === "relative";
  if (baseline === undefined) {
    if (metric === "mean" && !relative) return null;
    throw new BadCall(
      `baseline: missing; ${metric === "mean" ? "a relative effect" : `a ${metric}`} needs the control's value`,
    );
  }
  if (relative && baseline === 0) throw new BadCall("baseline: relative to 0 there is no effect; state it as absolute");
  return baseline;
}

/** Treatment minus control, signed. */
export function effectOf({ metric, mde, mde_kind, direction, margin }: PowerInput, baseline: number | null): number {
  if (mde === undefined && margin !== undefined) return 0;
  if (mde === undefined) throw new BadCall("mde: missing");
  if (mde < 0 && margin === undefined) throw new BadCall("mde: state its size; --direction decrease looks for less");
  if (mde === 0 && margin === undefined) throw new BadCall("mde: 0 is no effect to detect");
  const size = mde_kind === "relative" ? mde * Math.abs(baseline ?? 0) : mde;
  const effect = direction === "increase" ? size : -size;
  const treated = (baseline ?? 0) + effect;
  if (metric === "proportion" && !(treated > 0 && treated < 1)) {
    throw new BadCall(`mde: ${baseline} ${effect < 0 ? "-" : "+"} ${size} is no proportion between 0 and 1`);
  }
  return effect;
}

/** Standard deviation of a unit; null for proportions. */
export function sigmaOf(input: PowerInput): number | null {
  const { metric, sigma, numerator_sd, denominator_sd, denominator_mean, correlation, baseline } = input;
  const parts = { numerator_sd, denominator_sd, denominator_mean, correlation };
  if (metric !== "mean" && sigma !== undefined) throw new BadCall("sigma: goes with --metric mean");
  const [odd] = metric === "ratio" ? [] : Object.entries(parts).filter(([, value]) => value !== undefined);
  if (odd) throw new BadCall(`${odd[0]}: goes with --metric ratio`);
  if (metric === "proportion") return null;
  if (metric === "mean") {
    if (sigma === undefined) throw new BadCall("sigma: missing; a mean needs the standard deviation of a unit");
    return sigma;
  }
  const [missing] = Object.entries(parts).filter(([, value]) => value === undefined);
  if (missing)
    throw new BadCall(
      `${missing[0]}: missing; a ratio needs numerator_sd, denominator_mean, denominator_sd and correlation`,
    );
  const found = ratioSigma(baseline as number, parts as Record<keyof typeof parts, number>);
  if (!(found > 0)) throw new BadCall("numerator_sd: with these the ratio has no variance");
  return found;
}
