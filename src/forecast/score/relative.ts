import { mean } from "../../numerics/mean.ts";
import type { Score, Scored } from "../other-components.ts";
import { scoreOf, undefinedScore } from "./score.ts";

/** What a percentage error divides by. */
export interface Relative {
  symmetric: boolean;
  relative_to: "y_true" | "y_pred";
  /** Least denominator that the caller asks for; null divides by nothing but the values. */
  eps: number | null;
}

/**
 * Mean of |y − f| / |y| (or / |f|), or of 2|y − f| / (|y| + |f|): fractions, not percent. A denominator of 0 leaves no
 * score, unless `eps` says what to divide by instead.
 */
export function relativeError({ actual, predicted }: Scored, { symmetric, relative_to, eps }: Relative): Score {
  const size = (i: number) => {
    if (symmetric) return (Math.abs(actual[i]) + Math.abs(predicted[i])) / 2;
    return Math.abs(relative_to === "y_true" ? actual[i] : predicted[i]);
  };
  const sizes = Float64Array.from(actual, (_, i) => Math.max(size(i), eps ?? 0));
  const zeros = sizes.reduce((count, each) => count + (each === 0 ? 1 : 0), 0);
  if (zeros === 0) return scoreOf(mean(actual.map((value, i) => Math.abs(value - predicted[i]) / sizes[i])));
  const what = symmetric ? "true and predicted values are both" : `${words[relative_to]} values are`;
  // Where no true value is left the sum of them is 0 too.
  const defined = actual.every((value) => value === 0) ? "mase is" : "mase or wape is";
  return undefinedScore(`${zeros} of ${actual.length} ${what} 0; ${defined} defined there`, {
    zeros,
    n: actual.length,
  });
}

const words = { y_true: "true", y_pred: "predicted" };
