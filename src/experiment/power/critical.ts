import { normalQuantile } from "../../numerics/normal.ts";
import { tunedRho } from "../always-valid.ts";
import type { ArmSizes, Critical } from "./comparison.ts";

/** z of one tail of error: positive. */
export function criticalZ(alpha_tail: number): number {
  return -normalQuantile(alpha_tail);
}

/** A fixed bound. */
export function fixedCritical(alpha_tail: number): Critical {
  const z = criticalZ(alpha_tail);
  return () => z;
}

/**
 * Half width over standard error of the always-valid interval at this size: √((2 ln(1/α) + ln(1+x))(1 + 1/x)) with
 * x = nρ², n the units of both arms and ρ tuned for `tuned_units`. A look at the end is counted, earlier ones are a
 * gift, so the power is a lower bound.
 */
export function alwaysValidCritical(alpha: number, tuned_units: number): Critical {
  const rho2 = tunedRho(alpha, tuned_units) ** 2;
  return ({ control, treatment }: ArmSizes) => {
    const x = (control + treatment) * rho2;
    return Math.sqrt((2 * Math.log(1 / alpha) + Math.log1p(x)) * (1 + 1 / x));
  };
}
