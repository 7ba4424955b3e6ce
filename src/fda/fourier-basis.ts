import { fourierValues } from "../numerics/fourier-values.ts";
import { demmlerReinsch, type SmoothBasis } from "./demmler-reinsch.ts";

/** The derivative whose square is priced, or `harmonic`: what is no constant, sine or cosine of the whole period. */
export type FourierPenalty = number | "harmonic";

/**
 * Fourier basis on a grid u in [0, 1] with a period in the same unit: minimises (1/m)·Σ(y − f)² + λ·mean(Lf)², the mean
 * over a period, with Lf the derivative of order q or, for `harmonic`, the harmonic acceleration ω²f′ + f‴ (Ramsay &
 * Silverman 2005, §5.4). With a period of 1 the mean is ∫(Lf)² over the grid. n_basis is odd. Null when the points are too
 * few to tell what costs nothing from what does, or when no two of them stand within half a period.
 */
export function fourierBasis(
  u: Float64Array,
  n_basis: number,
  penalty: FourierPenalty,
  period: number,
): SmoothBasis | null {
  // Waves that pass unseen between the points look like slower ones.
  if (period < 2 * leastGap(u) * (1 - 1e-9)) return null;
  const omega = (2 * Math.PI) / period;
  const prices = Float64Array.from({ length: n_basis }, (_, i) => {
    const w = omega * Math.ceil(i / 2);
    const size = penalty === "harmonic" ? w * (omega ** 2 - w ** 2) : w ** penalty;
    return (u.length * size ** 2) / 2;
  });
  // The first wave's price is 0 but for rounding.
  if (penalty === "harmonic") prices.fill(0, 1, 3);
  const n_free = penalty === "harmonic" ? Math.min(3, n_basis) : 1;
  const priced = prices.filter((price) => price > 0);
  if (priced.length === 0) return null;
  return demmlerReinsch(u, {
    n_basis,
    valuesAt: (x) => ({ first: 0, values: fourierValues(x / period, n_basis) }),
    penalty: Array.from(prices, (price, i) => new Float64Array(n_basis).fill(price, i, i + 1)),
    price: (coefficients) => coefficients.reduce((sum, c, i) => sum + prices[i] * c * c, 0),
    free: Array.from({ length: n_free }, (_, i) => (x: number) => fourierValues(x / period, n_basis)[i]),
    balance: (gram) => {
      const trace = gram.reduce((sum, row, i) => sum + row[i], 0);
      const amid = Math.exp(priced.reduce((sum, price) => sum + Math.log(price), 0) / priced.length);
      return trace / n_basis / amid;
    },
  });
}

function leastGap(u: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let j = 1; j < u.length; j++) least = Math.min(least, u[j] - u[j - 1]);
  return least;
}
