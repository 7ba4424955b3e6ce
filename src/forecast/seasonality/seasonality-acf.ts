import { autocorrelations } from "../../numerics/autocorrelations.ts";
import { normalQuantile } from "../../numerics/normal.ts";

/** A lag whose autocorrelation is above 0 beyond chance. */
export interface SignificantLag {
  lag: number;
  r: number;
  /** Lower bound of the two-sided interval of r by Bartlett's formula. */
  lower: number;
}

/** How the lags are chosen and judged. */
export interface SeasonalityAcfOptions {
  /** Lags to look at; null for every lag from 2 to `lags`. */
  candidates: number[] | null;
  /** Two-sided level of the intervals. */
  level: number;
  /** Longest lag; null for ⌊min(10·log10 n, n − 1)⌋, or the longest candidate. */
  lags: number | null;
}

/**
 * Lags with a significantly positive autocorrelation, the highest lower bound first:
 * r_k − z·√((1 + 2Σ_{1≤j<k} r_j²)/n) > 0 (Bartlett 1946). For stationary series: take differences first. Lags from n on
 * are none; values that do not vary have none.
 */
export function seasonalityAcf(y: Float64Array, options: SeasonalityAcfOptions): SignificantLag[] {
  const n = y.length;
  const { candidates, level } = options;
  const usual = Math.floor(Math.min(10 * Math.log10(n), n - 1));
  const longest = Math.min(candidates === null ? (options.lags ?? usual) : Math.max(...candidates), n - 1);
  const r = autocorrelations(y, Math.max(1, longest));
  const z = normalQuantile(1 - level / 2);
  const wanted = candidates === null ? null : new Set(candidates);
  const found: SignificantLag[] = [];
  let sum = 0;
  for (let k = 1; k <= longest; k++) {
    const lower = r[k] - z * Math.sqrt((1 + 2 * sum) / n);
    if (k >= 2 && lower > 0 && (wanted === null || wanted.has(k))) found.push({ lag: k, r: r[k], lower });
    sum += r[k] * r[k];
  }
  return found.sort((a, b) => b.lower - a.lower || a.lag - b.lag);
}
