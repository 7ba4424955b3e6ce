import { quantileOfSorted } from "../../numerics/sorted-statistics.ts";

/**
 * Rows that stand more than n_sigma·k·MAD off the median of the window around them (Hampel 1974): rows t - ⌊w/2⌋ to
 * t - ⌊w/2⌋ + w - 1, at the ends the first or last window. A window whose MAD is 0 says nothing and flags nothing.
 */
export function hampelOutliers(y: Float64Array, w: number, n_sigma: number, k: number): Uint8Array {
  const n = y.length;
  return Uint8Array.from(y, (value, t) => {
    const from = Math.max(0, Math.min(t - Math.floor(w / 2), n - w));
    const window = y
      .subarray(from, from + w)
      .filter((each) => !Number.isNaN(each))
      .sort();
    const centre = quantileOfSorted(window, 0.5);
    const mad = quantileOfSorted(window.map((each) => Math.abs(each - centre)).sort(), 0.5);
    return mad > 0 && Math.abs(value - centre) > n_sigma * k * mad ? 1 : 0;
  });
}
