import { autocorrelations } from "../../numerics/autocorrelations.ts";

/** What the test of the M4 competition says of one period. */
export interface SeasonTest {
  period: number;
  seasonal: boolean;
  /** Autocorrelation at the period, and what its size must exceed; null for too few rows and values that do not vary. */
  r: number | null;
  limit: number | null;
}

/** 0.95 quantile of the standard normal as the M4 benchmarks write it. */
const Z = 1.645;

/**
 * The seasonality test of the M4 competition's benchmarks (also in R's `thetaf`): seasonal when n ≥ 3m and
 * |r_m| > 1.645·√((1 + 2Σ_{k<m} r_k²)/n), Bartlett's standard error under no correlation from lag m on. `cycles`
 * takes the place of the 3, for rows that are differences of a series which has as many.
 */
export function m4SeasonTest(y: Float64Array, m: number, cycles = 3): SeasonTest {
  const n = y.length;
  const undecided = { period: m, seasonal: false, r: null, limit: null };
  if (m < 2 || n < cycles * m) return undecided;
  const r = autocorrelations(y, m);
  if (Number.isNaN(r[m])) return undecided;
  let sum = 0;
  for (let k = 1; k < m; k++) sum += r[k] * r[k];
  const limit = Z * Math.sqrt((1 + 2 * sum) / n);
  return { period: m, seasonal: Math.abs(r[m]) > limit, r: r[m], limit };
}
