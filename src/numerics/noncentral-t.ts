import { betaWeight, incompleteBeta } from "./incomplete-beta.ts";
import { gammaWeight } from "./incomplete-gamma.ts";
import { normalCdf } from "./normal.ts";
import { studentTCdf } from "./student-t.ts";

/**
 * P(T ≤ t) of the noncentral t with `df` degrees of freedom and noncentrality δ, as a mixture of incomplete betas
 * (Lenth 1989; Benton & Krishnamoorthy 2003): for t ≥ 0, x = t²/(df + t²), λ = δ²/2,
 * Φ(−δ) + ½ Σⱼ sign(δ)ʲ λ^{j/2}e^{−λ}/Γ(j/2+1) · Iₓ((j+1)/2, df/2). Absolute error near 10⁻¹⁵. df ≤ 0 gives NaN.
 */
export function noncentralTCdf(t: number, df: number, delta: number): number {
  if (delta === 0) return studentTCdf(t, df);
  if (t < 0) return noncentralTSf(-t, df, -delta);
  return Math.min(1, normalCdf(-delta) + 0.5 * mixture(t, df, delta, false));
}

/** P(T > t), summed from the complements so that a small one keeps its relative accuracy when t ≥ 0 and δ ≥ 0. */
export function noncentralTSf(t: number, df: number, delta: number): number {
  if (delta === 0) return studentTCdf(-t, df);
  if (t < 0) return noncentralTCdf(-t, df, -delta);
  return Math.max(0, 0.5 * mixture(t, df, delta, true));
}

/** Even and odd j form two chains, a = j/2 in steps of 1; outside λ ± 10√λ (and 25 more above) the weights are below 10⁻²⁰. */
function mixture(t: number, df: number, delta: number, upper: boolean): number {
  const lambda = 0.5 * delta * delta;
  const reach = 10 * Math.sqrt(lambda);
  const first = Math.max(0, Math.floor(lambda - reach));
  const count = Math.ceil(lambda + reach + 25) - first;
  const even = chain(first, count, t, df, lambda, upper);
  return even + Math.sign(delta) * chain(first + 0.5, count, t, df, lambda, upper);
}

/** Σ weight(a) · I(a+½): the betas follow by Iₓ(a, b) = Iₓ(a+1, b) + xᵃyᵇ/(aB), run in the direction that only adds. */
function chain(a0: number, count: number, t: number, df: number, lambda: number, upper: boolean): number {
  const b = df / 2;
  const ratio = (t * t) / df;
  const [x, y] = [1 / (1 + 1 / ratio), 1 / (1 + ratio)];
  const start = upper ? a0 : a0 + count;
  const step = upper ? 1 : -1;
  let beta = upper ? incompleteBeta(b, start + 0.5, y, x) : incompleteBeta(start + 0.5, b, x, y);
  let sum = 0;
  for (let i = 0, a = start; i <= count; i++, a += step) {
    sum += gammaWeight(a, lambda) * beta;
    beta += betaWeight((upper ? a : a - 1) + 0.5, b, x, y);
  }
  return sum;
}
