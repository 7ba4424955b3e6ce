import type { Score, Scored } from "../other-components.ts";
import { scoreUnlessRefused, undefinedScore } from "./score.ts";

/** Bounds of each row's interval. */
export interface Bounds {
  lower: Float64Array;
  upper: Float64Array;
  coverage: number;
}

/**
 * Scores the intervals of a coverage: those that were made when it is null or the same, else those between the
 * quantiles ½ ∓ c/2. Undefined where there are neither.
 */
export function intervalScore(scored: Scored, coverage: number | null, score: (bounds: Bounds) => Score): Score {
  const { lower, upper, quantile } = scored;
  if (lower !== null && upper !== null && (coverage ?? scored.coverage) === scored.coverage)
    return score({ lower, upper, coverage: scored.coverage });
  const wanted = coverage ?? scored.coverage;
  if (quantile === null) return undefinedScore("the forecaster gives no interval", { coverage: wanted });
  return scoreUnlessRefused(() =>
    score({ lower: quantile((1 - wanted) / 2), upper: quantile((1 + wanted) / 2), coverage: wanted }),
  );
}
