import { gammaWeight, incompleteGamma } from "./incomplete-gamma.ts";
import { tailQuantile } from "./tail-quantile.ts";

/** P(X ≤ x) of a chi-square variable with `df` degrees of freedom (need not be whole): P(df/2, x/2). df ≤ 0 gives NaN. */
export function chiSquareCdf(x: number, df: number): number {
  return incompleteGamma(df / 2, x / 2).lower;
}

/** P(X > x), exact in the far tail. */
export function chiSquareSf(x: number, df: number): number {
  return incompleteGamma(df / 2, x / 2).upper;
}

/** The x with P(X ≤ x) = p; see `tailQuantile` for the ends. df ≤ 0 gives NaN. */
export function chiSquareQuantile(p: number, df: number): number {
  if (!(df > 0)) return Number.NaN;
  const a = df / 2;
  const tails = (x: number) => ({ ...incompleteGamma(a, x), slope: a * gammaWeight(a, x) });
  return 2 * tailQuantile(tails, p, 1 - p, a);
}
