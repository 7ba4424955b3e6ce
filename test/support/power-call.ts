import type { PowerInput } from "../../src/experiment/power/input.ts";

/** A power call with the command's defaults. */
export function powerCall(stated: Partial<PowerInput> & Pick<PowerInput, "metric">): PowerInput {
  return {
    mde_kind: "absolute",
    direction: "increase",
    alpha: 0.05,
    power: 0.8,
    sigma_estimated: false,
    tested_lift: "absolute",
    covariate_r2: 0,
    sequential: "none",
    spending_phi: 2,
    tuned_units: 5000,
    cumulative_units: [],
    ...stated,
  };
}
