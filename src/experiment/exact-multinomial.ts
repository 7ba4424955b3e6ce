import { binomialPmf } from "../numerics/binomial.ts";
import { logGamma } from "../numerics/log-gamma.ts";

/** Outcomes as likely as the observed one up to rounding count as no more likely (as in R's binom.test). */
const TIES = 1 + 1e-7;

/** In how many ways n units can fall into k arms: C(n+k−1, k−1), or the largest safe integer when that is more. */
export function countOutcomes(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i < k; i++) ways *= (n + i) / i;
  return Math.min(Math.round(ways), Number.MAX_SAFE_INTEGER);
}

/**
 * Exact goodness-of-fit test: the chance of all outcomes that are no more likely than the observed counts under the
 * shares (all > 0). Every outcome is enumerated; see `countOutcomes` for how many there are.
 */
export function exactMultinomialP(counts: number[], shares: number[]): number {
  const n = counts.reduce((sum, count) => sum + count, 0);
  return counts.length === 2 ? binomialP(counts[0], n, shares[0]) : multinomialP(counts, shares, n);
}

function binomialP(k: number, n: number, share: number): number {
  const limit = binomialPmf(k, n, share) * TIES;
  let p = 0;
  for (let x = 0; x <= n; x++) {
    const chance = binomialPmf(x, n, share);
    if (chance <= limit) p += chance;
  }
  return Math.min(1, p);
}

function multinomialP(counts: number[], shares: number[], n: number): number {
  const logFactorial = Float64Array.from({ length: n + 1 }, (_, i) => logGamma(i + 1));
  const logShares = shares.map(Math.log);
  const logChance = (outcome: number[]) =>
    outcome.reduce((sum, x, arm) => sum + x * logShares[arm] - logFactorial[x], logFactorial[n]);
  const limit = logChance(counts) + Math.log(TIES);
  let p = 0;
  // The last arm takes what is left, so it needs no loop.
  const visit = (arm: number, left: number, log: number): void => {
    if (arm === counts.length - 1) {
      const whole = log + left * logShares[arm] - logFactorial[left];
      if (whole <= limit) p += Math.exp(whole);
      return;
    }
    for (let x = 0; x <= left; x++) visit(arm + 1, left - x, log + x * logShares[arm] - logFactorial[x]);
  };
  visit(0, n, logFactorial[n]);
  return Math.min(1, p);
}
