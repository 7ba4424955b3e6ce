import { BadCall } from "../contract/outcome.ts";

/**
 * A band in whole steps: a whole number is steps, a number between 0 and 1 is a share of `n_points` (rounded up), null no
 * band. BadCall for anything else.
 */
export function bandSteps(band: number | undefined, n_points: number): number | null {
  if (band === undefined) return null;
  if (Number.isInteger(band) && band >= 0) return band;
  if (band > 0 && band < 1) return Math.ceil(band * n_points);
  throw new BadCall(`band: ${band} is neither a whole number of steps nor a share between 0 and 1`);
}
