import type { Description } from "../component.ts";
import type { Demand } from "./demand.ts";

/** What a fitted method for intermittent demand found. */
export function describeDemand(model: string, { rates, y, weights, warnings }: Demand): Description {
  const demands = y.filter((value) => value > 0).length;
  return {
    model,
    params: { ...weights, rate: rates[rates.length - 1], n: y.length, n_demands: demands },
    period: 1,
    warnings,
  };
}
