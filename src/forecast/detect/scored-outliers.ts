import type { Detection } from "../other-components.ts";

/** The rows whose signed score is beyond a bound on either side. */
export function scoredOutliers(scores: Float64Array, bound: number): Detection[] {
  const found: Detection[] = [];
  for (const [position, score] of scores.entries()) {
    if (!(Math.abs(score) > bound)) continue;
    found.push({ position, score: Math.abs(score), direction: score > 0 ? "up" : "down" });
  }
  return found;
}
