/**
 * How many independent samples tell as much about a mean as `n` samples of an AR(1) process with lag-1
 * autocorrelation ρ: n / (1 + 2 Σ_{0<k<n} (1 − k/n) ρᵏ) (Bayley & Hammersley 1946). ρ = 1 gives 1; a negative ρ
 * gives more than n. ρ outside (−1, 1], NaN or n < 1 give NaN.
 */
export function effectiveSampleSize(n: number, rho: number): number {
  if (!(n >= 1 && rho > -1 && rho <= 1)) return Number.NaN;
  let inflation = 1;
  let power = rho;
  for (let k = 1; k < n && Math.abs(power) > 1e-18; k++, power *= rho) inflation += 2 * (1 - k / n) * power;
  return n / inflation;
}
