import { mean } from "./mean.ts";
import { normalCdf, normalQuantile } from "./normal.ts";
import { quantiles } from "./quantile.ts";
import type { Values } from "./values.ts";

/** A bias-corrected and accelerated bootstrap interval, with the two corrections it made. */
export interface BcaInterval {
  low: number;
  high: number;
  /** z₀: normal quantile of the share of replicates below the estimate (ties count half). */
  bias: number;
  /** a: a sixth of the skewness of the estimate's influence values. */
  acceleration: number;
}

/**
 * Efron's (1987) BCa interval of two-sided `level` from bootstrap replicates: type-7 quantiles of them at
 * Φ(z₀ + (z₀+z)/(1−a(z₀+z))) for z = ∓Φ⁻¹((1+level)/2). `jackknife` holds, for each independent sample, the
 * leave-one-out estimates; a = ⅙ Σ U³/n³ / (Σ U²/n²)^{3/2} over all of them, U = (n−1)(mean − value), as SciPy does.
 * All replicates on one side of the estimate, or a constant jackknife, give NaN.
 */
export function bcaInterval(
  replicates: Values,
  estimate: number,
  jackknife: readonly Values[],
  level: number,
): BcaInterval {
  const bias = normalQuantile(shareBelow(replicates, estimate));
  const acceleration = skewness(jackknife);
  const z = normalQuantile((1 + level) / 2);
  const [lowP, highP] = [-z, z].map((side) => {
    const shifted = bias + side;
    return normalCdf(bias + shifted / (1 - acceleration * shifted));
  });
  const known = Number.isFinite(bias) && Number.isFinite(acceleration);
  const [low, high] = known ? quantiles(replicates, [lowP, highP]) : [Number.NaN, Number.NaN];
  return { low, high, bias, acceleration };
}

function shareBelow(values: Values, limit: number): number {
  let halves = 0;
  for (let i = 0; i < values.length; i++) halves += values[i] < limit ? 2 : Number(values[i] === limit);
  return halves / (2 * values.length);
}

function skewness(jackknife: readonly Values[]): number {
  let cubes = 0;
  let squares = 0;
  for (const values of jackknife) {
    const n = values.length;
    const center = mean(values);
    for (let i = 0; i < n; i++) {
      const influence = ((n - 1) / n) * (center - values[i]);
      cubes += influence ** 3;
      squares += influence ** 2;
    }
  }
  return cubes / (6 * squares ** 1.5);
}
