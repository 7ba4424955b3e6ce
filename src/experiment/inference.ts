import { studentTCdf, studentTQuantile } from "../numerics/student-t.ts";

/** Two-sided p-value of a statistic with `df` degrees of freedom; Infinity is the normal. Exact in the far tail. */
export function twoSidedP(statistic: number, df: number): number {
  return 2 * studentTCdf(-Math.abs(statistic), df);
}

/** The two-sided critical value: P(|T| > c) = alpha. */
export function criticalValue(alpha: number, df: number): number {
  return -studentTQuantile(alpha / 2, df);
}

/**
 * Satterthwaite's degrees of freedom of a sum of independent variance estimates, (Σv)²/Σ(v²/df), by shares of the sum so
 * that small variances do not underflow. Parts of variance 0 add nothing; all 0 gives NaN.
 */
export function satterthwaite(parts: readonly { variance: number; df: number }[]): number {
  const sum = parts.reduce((total, { variance }) => total + variance, 0);
  let square = 0;
  for (const { variance, df } of parts) if (variance > 0) square += (variance / sum) ** 2 / df;
  return sum > 0 ? 1 / square : Number.NaN;
}
