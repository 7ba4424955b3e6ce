import { betaWeight, incompleteBeta } from "./incomplete-beta.ts";

/** P(X = k) of a binomial count of n trials with chance p, by a saddle point (no large factorials). Any k but 0, 1, … n gives 0. */
export function binomialPmf(k: number, n: number, p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  if (!(k >= 0 && k <= n && Number.isInteger(k))) return 0;
  if (k === n) return p ** n;
  if (k === 0) return Math.exp(n * Math.log1p(-p));
  if (p === 1) return 0;
  return betaWeight(k, n - k + 1, p, 1 - p) / (1 - p);
}

/** P(X ≤ k) = I_{1−p}(n−k, k+1). p outside [0, 1] gives NaN. */
export function binomialCdf(k: number, n: number, p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  if (k < 0) return 0;
  const whole = Math.floor(k);
  return whole >= n ? 1 : incompleteBeta(n - whole, whole + 1, 1 - p, p);
}

/** P(X > k) = I_p(k+1, n−k), exact in the far tail. p outside [0, 1] gives NaN. */
export function binomialSf(k: number, n: number, p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  if (k < 0) return 1;
  const whole = Math.floor(k);
  return whole >= n ? 0 : incompleteBeta(whole + 1, n - whole, p, 1 - p);
}
