import { MAD_TO_SIGMA, mad } from "../../numerics/mad.ts";
import { standardDeviation } from "../../numerics/standard-deviation.ts";

/** A scale of the noise around a level that jumps, and how it was found. */
export interface NoiseScale {
  /** In units of the values; 0 where they do not vary. */
  sigma: number;
  method: "mad_of_differences" | "sd_of_differences" | "none";
}

/**
 * The noise of a series whose level may change: 1.4826·MAD of the first differences, over √2, to which a few jumps mean
 * little. Where more than half of the differences are equal, their standard deviation over √2.
 */
export function noiseScale(y: Float64Array): NoiseScale {
  const differences = y.subarray(1).map((value, t) => value - y[t]);
  if (differences.length === 0) return { sigma: 0, method: "none" };
  const robust = (MAD_TO_SIGMA * mad(differences)) / Math.SQRT2;
  if (robust > 0) return { sigma: robust, method: "mad_of_differences" };
  const plain = differences.length < 2 ? Math.abs(differences[0]) : standardDeviation(differences);
  if (plain > 0) return { sigma: plain / Math.SQRT2, method: "sd_of_differences" };
  return { sigma: 0, method: "none" };
}
