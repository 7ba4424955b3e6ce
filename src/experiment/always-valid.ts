/** What a mixture sequential probability ratio test says at one moment; the moment may be chosen by looking. */
export interface AlwaysValid {
  log_likelihood_ratio: number;
  /** min(1, 1/L); over several looks the running minimum counts. */
  p: number;
  half_width: number;
  ci_low: number;
  ci_high: number;
}

/**
 * Normal-mixture SPRT of "effect 0" (Robbins 1970; Johari et al. 2022): V is the squared standard error now, τ² the
 * variance of the mixing prior on the effect, in squared units of the effect.
 * L = √(V/(V+τ²)) exp(τ²d²/(2V(V+τ²))); half width √((2 ln(1/α) + ln((V+τ²)/V)) V(V+τ²)/τ²).
 */
export function alwaysValid(estimate: number, variance: number, tau2: number, alpha: number): AlwaysValid {
  const total = variance + tau2;
  const logRatio = 0.5 * Math.log(variance / total) + (tau2 * estimate * estimate) / (2 * variance * total);
  const half_width = Math.sqrt(((2 * Math.log(1 / alpha) + Math.log(total / variance)) * variance * total) / tau2);
  return {
    log_likelihood_ratio: logRatio,
    p: Math.min(1, Math.exp(-logRatio)),
    half_width,
    ci_low: estimate - half_width,
    ci_high: estimate + half_width,
  };
}

/**
 * The ρ that makes the asymptotic confidence sequence narrowest near n* units:
 * √((−2 ln α + ln(1 − 2 ln α))/n*) (Waudby-Smith et al. 2021, eq. 10).
 */
export function tunedRho(alpha: number, nStar: number): number {
  const twice = -2 * Math.log(alpha);
  return Math.sqrt((twice + Math.log(1 + twice)) / nStar);
}

/**
 * τ² of `alwaysValid` that equals the asymptotic confidence sequence tuned for n* units in all, n units seen and
 * squared standard error V: τ² = ρ²σ² with σ² = V·n.
 */
export function tunedTau2(alpha: number, nStar: number, variance: number, n: number): number {
  return tunedRho(alpha, nStar) ** 2 * variance * n;
}
