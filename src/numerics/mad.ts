import { selectInPlace } from "./select-in-place.ts";
import type { Values } from "./values.ts";

/** Makes the MAD of a normal sample estimate its standard deviation: 1/Φ⁻¹(¾) to the five digits in common use. */
export const MAD_TO_SIGMA = 1.4826;

/**
 * Median absolute deviation from the median, unscaled: median |xᵢ − median(x)| (R: `mad(x, constant = 1)`).
 * n = 0 gives NaN.
 */
export function mad(values: Values): number {
  if (values.length === 0) return Number.NaN;
  const work = new Float64Array(values);
  const center = medianInPlace(work);
  for (let i = 0; i < work.length; i++) work[i] = Math.abs(work[i] - center);
  return medianInPlace(work);
}

/** Median of a buffer that may be reordered: after selecting position ⌊n/2⌋, the other middle value is the largest below it. */
function medianInPlace(work: Float64Array): number {
  const middle = work.length >> 1;
  const upper = selectInPlace(work, middle);
  if (work.length % 2 === 1) return upper;
  let below = work[0];
  for (let i = 1; i < middle; i++) if (work[i] > below) below = work[i];
  return (below + upper) / 2;
}
