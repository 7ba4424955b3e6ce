import { MAD_TO_SIGMA } from "../../numerics/mad.ts";

/** Makes the mean absolute deviation of a normal sample estimate its standard deviation: √(π/2). */
const MEAN_TO_SIGMA = Math.sqrt(Math.PI / 2);

/**
 * Signed deviations of each value from the median of the ⌊window/2⌋ rows on both sides and itself, in units of k·MAD of
 * those rows (Hampel 1974; the window is cut at the ends). Where more than half of them are equal the MAD is 0, and
 * their mean absolute deviation × √(π/2) stands in for it (Iglewicz & Hoaglin 1993). 0 where none deviates; NaN where the
 * value is. Missing neighbours are left out.
 */
export function hampelScores(y: Float64Array, window: number, k: number = MAD_TO_SIGMA): Float64Array {
  const half = Math.floor(window / 2);
  const sorted = new Float64Array(2 * half + 1);
  return y.map((value, t) => {
    if (Number.isNaN(value)) return Number.NaN;
    let n = 0;
    for (let i = Math.max(0, t - half); i <= Math.min(y.length - 1, t + half); i++)
      if (!Number.isNaN(y[i])) sorted[n++] = y[i];
    const part = sorted.subarray(0, n);
    const center = medianOf(part);
    const deviation = value - center;
    if (deviation === 0) return 0;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      part[i] = Math.abs(part[i] - center);
      sum += part[i];
    }
    const mad = medianOf(part);
    return deviation / (mad > 0 ? k * mad : (MEAN_TO_SIGMA * sum) / n);
  });
}

/** Median of a buffer, which is sorted for it. */
function medianOf(part: Float64Array): number {
  part.sort();
  const middle = part.length >> 1;
  return part.length % 2 === 1 ? part[middle] : (part[middle - 1] + part[middle]) / 2;
}
