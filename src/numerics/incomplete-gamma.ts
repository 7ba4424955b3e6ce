import { logGamma, stirlingError } from "./log-gamma.ts";
import { logRatioMinusExcess } from "./log-ratio.ts";

const TINY = 1e-300;

/**
 * Poisson-like weight xᵃe⁻ˣ/Γ(a+1) for a ≥ 0, x ≥ 0. Large a by the saddle point (Loader 2000): the exponent is
 * a·(ln(x/a) − (x−a)/a), so no large terms cancel.
 */
export function gammaWeight(a: number, x: number): number {
  if (x === 0) return a === 0 ? 1 : 0;
  if (a < 15) return Math.exp(a * Math.log(x) - x - logGamma(a + 1));
  return Math.exp(a * logRatioMinusExcess(x / a, (x - a) / a) - stirlingError(a)) / Math.sqrt(2 * Math.PI * a);
}

/**
 * Regularised incomplete gamma functions P(a, x) (lower) and Q(a, x) (upper), a > 0: the power series below x = a+1,
 * Legendre's continued fraction above. The smaller of the two keeps its relative accuracy (near 10⁻¹⁴).
 * a ≤ 0 or NaN gives NaN.
 */
export function incompleteGamma(a: number, x: number): { lower: number; upper: number } {
  if (!(a > 0) || Number.isNaN(x)) return { lower: Number.NaN, upper: Number.NaN };
  if (x <= 0) return { lower: 0, upper: 1 };
  if (x === Number.POSITIVE_INFINITY) return { lower: 1, upper: 0 };
  if (x < a + 1) {
    const lower = gammaWeight(a, x) * series(a, x);
    return { lower, upper: 1 - lower };
  }
  const upper = gammaWeight(a, x) * a * fraction(a, x);
  return { lower: 1 - upper, upper };
}

/** 1 + x/(a+1) + x²/((a+1)(a+2)) + …; the ratio of terms stays below 1 because x < a+1. */
function series(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** Γ(a, x)eˣx⁻ᵃ by the modified Lentz method (Numerical Recipes §6.2). */
function fraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let value = d;
  let step = 0;
  for (let i = 1; Math.abs(step - 1) > 2e-16; i++) {
    const numerator = i * (a - i);
    b += 2;
    d = 1 / (numerator * d + b || TINY);
    c = b + numerator / c || TINY;
    step = d * c;
    value *= step;
  }
  return value;
}
