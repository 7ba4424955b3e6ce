import { fQuantile } from "./f-distribution.ts";
import { incompleteBeta } from "./incomplete-beta.ts";
import { normalCdf, normalQuantile } from "./normal.ts";

/**
 * P(T ≤ t) of Student's t with `df` degrees of freedom (need not be whole; Infinity is the normal):
 * ½I_{df/(df+t²)}(df/2, ½) for t < 0, so the lower tail keeps its relative accuracy; the upper tail is
 * `studentTCdf(-t, df)`. df ≤ 0 gives NaN.
 */
export function studentTCdf(t: number, df: number): number {
  if (df === Number.POSITIVE_INFINITY) return normalCdf(t);
  const ratio = (t * t) / df;
  const [x, y] = [1 / (1 + ratio), 1 / (1 + 1 / ratio)];
  if (t < 0) return 0.5 * incompleteBeta(df / 2, 0.5, x, y);
  return 0.5 + 0.5 * incompleteBeta(0.5, df / 2, y, x);
}

/** The t with P(T ≤ t) = p, by t² ~ F(1, df). 0 and 1 give ∓Infinity; df ≤ 0 or p outside [0, 1] NaN. */
export function studentTQuantile(p: number, df: number): number {
  if (df === Number.POSITIVE_INFINITY) return normalQuantile(p);
  const outside = p < 0.5 ? 2 * p : 2 * (1 - p);
  const size = Math.sqrt(fQuantile(Math.abs(2 * p - 1), 1, df, outside));
  return p < 0.5 ? -size : size;
}
