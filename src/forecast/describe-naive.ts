import { orReason } from "../contract/outcome.ts";
import type { Description } from "./component.ts";
import type { NaiveState } from "./naive.ts";

/** What a fitted naive method found. */
export function describeNaive({ strategy, sp, window, sigma2, slope, residuals, warnings }: NaiveState): Description {
  return {
    model: strategy === "last" && sp > 1 ? `seasonal naive (${sp})` : `naive ${strategy}`,
    params: {
      window,
      ...orReason("sigma2", sigma2, "no residual is left"),
      n_residuals: residuals.length,
      ...(strategy === "drift" ? { slope } : {}),
    },
    period: sp,
    warnings,
  };
}
