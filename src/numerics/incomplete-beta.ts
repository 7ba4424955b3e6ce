import { logGamma, stirlingError } from "./log-gamma.ts";
import { logRatio, logRatioMinusExcess } from "./log-ratio.ts";

const TINY = 1e-300;
const LARGE = 15;

/**
 * xᵃyᵇ/(a·B(a,b)) with y = 1 − x given beside x, so that neither loses digits near 0 or 1. Large parameters by the
 * saddle point, so that the logarithms of large gammas never meet (Loader 2000; Didonato & Morris 1992, §BRCOMP).
 */
export function betaWeight(a: number, b: number, x: number, y: number): number {
  if (x <= 0 || y <= 0) return 0;
  const n = a + b;
  if (a >= LARGE && b >= LARGE) {
    const excess = b * x - a * y;
    const shape = a * logRatioMinusExcess((x * n) / a, excess / a) + b * logRatioMinusExcess((y * n) / b, -excess / b);
    const correction = stirlingError(n) - stirlingError(a) - stirlingError(b);
    return Math.exp(shape + correction) * Math.sqrt(b / (2 * Math.PI * n * a));
  }
  if (a >= LARGE) return Math.exp(oneLarge(a, b, x, y)) / a;
  if (b >= LARGE) return Math.exp(oneLarge(b, a, y, x)) / a;
  const [lnX, lnY] = [y < 0.5 ? Math.log1p(-y) : Math.log(x), x < 0.5 ? Math.log1p(-x) : Math.log(y)];
  return Math.exp(a * lnX + b * lnY + logGamma(n) - logGamma(a) - logGamma(b)) / a;
}

/** ln[xᵃyᵇ/B(a,b)] for large a and small b, with Γ(a+b)/Γ(a) expanded so that only small terms remain. */
function oneLarge(a: number, b: number, x: number, y: number): number {
  const n = a + b;
  const power = a * logRatio((x * n) / a, (b * x - a * y) / a) + b * Math.log(y * n) - b;
  return power - 0.5 * Math.log1p(b / a) + stirlingError(n) - stirlingError(a) - logGamma(b);
}

/**
 * Regularised incomplete beta Iₓ(a, b), a, b > 0, by its continued fraction on the side where that converges fast.
 * Pass y = 1 − x when it is known more exactly than the subtraction gives. I_y(b, a) is the complement; ask for it
 * directly to keep the relative accuracy of a small one. Parameters ≤ 0 or NaN give NaN.
 */
export function incompleteBeta(a: number, b: number, x: number, y = 1 - x): number {
  if (!(a > 0 && b > 0) || Number.isNaN(x)) return Number.NaN;
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  return (b + 1) * x < (a + 1) * y
    ? (a * betaWeight(a, b, x, y)) / fraction(a, b, x, y)
    : 1 - (b * betaWeight(b, a, y, x)) / fraction(b, a, y, x);
}

/**
 * xᵃyᵇ/(B(a,b)·Iₓ(a,b)) as the continued fraction of Didonato & Morris (1992, eq. 9) by the modified Lentz method. Its
 * terms hold a·y − b·x, not 1 − x, so an x within 10⁻¹⁰ of 1 costs nothing.
 */
function fraction(a: number, b: number, x: number, y: number): number {
  const lead = a * y - b * x + 1;
  let value = (a * lead) / (a + 1) || TINY;
  let c = value;
  let d = 0;
  let step = 0;
  for (let m = 1; Math.abs(step - 1) > 2e-16; m++) {
    const odd = a + 2 * m - 1;
    const numerator = (((a + m - 1) * (a + b + m - 1) * x) / odd) * ((m * (b - m) * x) / odd);
    const term = m + (m * (b - m) * x) / odd + ((a + m) * (lead + m * (1 + y))) / (odd + 2);
    d = 1 / (term + numerator * d || TINY);
    c = term + numerator / c || TINY;
    step = c * d;
    value *= step;
  }
  return value;
}
