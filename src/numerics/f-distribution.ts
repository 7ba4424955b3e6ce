import { betaWeight, incompleteBeta } from "./incomplete-beta.ts";
import { type Tails, tailQuantile } from "./tail-quantile.ts";

/** Both tails of the F distribution with `df1` and `df2` degrees of freedom: I_x(df1/2, df2/2), x = df1·f/(df1·f + df2). */
function fTails(f: number, df1: number, df2: number): Tails {
  if (Number.isNaN(f)) return { lower: Number.NaN, upper: Number.NaN, slope: Number.NaN };
  const [a, b] = [df1 / 2, df2 / 2];
  const ratio = (Math.max(f, 0) * df1) / df2;
  const [x, y] = [1 / (1 + 1 / ratio), 1 / (1 + ratio)];
  return {
    lower: incompleteBeta(a, b, x, y),
    upper: incompleteBeta(b, a, y, x),
    slope: a * betaWeight(a, b, x, y),
  };
}

/** P(F ≤ f). Degrees of freedom ≤ 0 give NaN. */
export function fCdf(f: number, df1: number, df2: number): number {
  return fTails(f, df1, df2).lower;
}

/** P(F > f), exact in the far tail. */
export function fSf(f: number, df1: number, df2: number): number {
  return fTails(f, df1, df2).upper;
}

/**
 * The f with P(F ≤ f) = p; `q` = 1 − p may be given beside it when it is known more exactly. See `tailQuantile` for the
 * ends. Degrees of freedom ≤ 0 give NaN.
 */
export function fQuantile(p: number, df1: number, df2: number, q = 1 - p): number {
  if (!(df1 > 0 && df2 > 0)) return Number.NaN;
  return tailQuantile((f) => fTails(f, df1, df2), p, q, 1);
}

/** The x in [0, 1] with Iₓ(a, b) = p (Clopper–Pearson bounds, Beta quantiles), through F with 2a and 2b degrees. */
export function betaQuantile(p: number, a: number, b: number): number {
  const ratio = (fQuantile(p, 2 * a, 2 * b) * a) / b;
  return 1 / (1 + 1 / ratio);
}
