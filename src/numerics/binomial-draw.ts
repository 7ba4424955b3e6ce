import { logGamma } from "./log-gamma.ts";
import type { Rng } from "./pcg64.ts";
import { uniform } from "./uniform.ts";

/** Below this mean the distribution function is walked; above it Hörmann's rejection is faster and exact as well. */
const FEW = 10;

/** A draw of the number of successes in n trials of chance p. p outside [0, 1] gives NaN. */
export function binomialDraw(rng: Rng, n: number, p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  if (p > 0.5) return n - binomialDraw(rng, n, 1 - p);
  if (n === 0 || p === 0) return 0;
  return n * p < FEW ? byInversion(rng, n, p) : byRejection(rng, n, p);
}

function byInversion(rng: Rng, n: number, p: number): number {
  const odds = p / (1 - p);
  let u = uniform(rng);
  let mass = Math.exp(n * Math.log1p(-p));
  for (let k = 0; ; k++) {
    if (u < mass || k === n) return k;
    u -= mass;
    mass *= (odds * (n - k)) / (k + 1);
    // What rounding left above the whole distribution.
    if (mass === 0) return k;
  }
}

/** BTRS: transformed rejection with squeeze (Hörmann 1993). */
function byRejection(rng: Rng, n: number, p: number): number {
  const spread = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const c = n * p + 0.5;
  const squeeze = 0.92 - 4.2 / b;
  const alpha = (2.83 + 5.1 / b) * spread;
  const mode = Math.floor((n + 1) * p);
  const atMode = logGamma(mode + 1) + logGamma(n - mode + 1);
  const logOdds = Math.log(p / (1 - p));
  for (;;) {
    const u = uniform(rng) - 0.5;
    const v = uniform(rng);
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + c);
    if (us >= 0.07 && v <= squeeze) return k;
    if (k < 0 || k > n) continue;
    const bound = Math.log((v * alpha) / (a / (us * us) + b));
    if (bound <= atMode - logGamma(k + 1) - logGamma(n - k + 1) + (k - mode) * logOdds) return k;
  }
}
