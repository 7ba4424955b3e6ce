import type { EtsFit } from "./fit.ts";
import { productMoments } from "./product-moments.ts";

/** Means and variances of the steps 1 to h, and the class of Hyndman et al. (2008, ch. 6) that they follow from. */
export interface EtsMoments {
  mean: Float64Array;
  variance: Float64Array;
  /** 1: additive error; 2: multiplicative error, sums; 3: multiplicative error and season. */
  kind: 1 | 2 | 3;
  /** Weights of past errors, 1 first; class 1 only. */
  psi: Float64Array | null;
}

/**
 * Exact means and variances of the next h observations, given the parameters. Null for the forms that have none in
 * closed form (a multiplicative trend; an additive error beside a multiplicative season).
 */
export function etsMoments(fit: EtsFit, h: number): EtsMoments | null {
  const { error, trend, season } = fit.form;
  if (trend === "M" || (season === "M" && error === "A")) return null;
  if (season === "M") return { ...productMoments(fit, h), kind: 3, psi: null };
  const mean = etsPath(fit, h);
  const psi = errorWeights(fit, h);
  if (error === "A") return { mean, variance: sumsOfSquares(psi, fit.sigma2), kind: 1, psi };
  return { mean, variance: relativeVariance(mean, psi, fit.sigma2), kind: 2, psi: null };
}

/** The next h observations if no error came: the means, except beside factors. */
export function etsPath({ form, final, phi }: EtsFit, h: number): Float64Array {
  const path = new Float64Array(h);
  let { level } = final;
  let slope = final.trend ?? 0;
  for (let j = 0; j < h; j++) {
    if (form.trend === "M") {
      slope **= phi ?? 1;
      level *= slope;
    } else {
      slope *= phi ?? 1;
      level += slope;
    }
    const s = final.season[j % form.m];
    path[j] = form.season === "N" ? level : form.season === "A" ? level + s : level * s;
  }
  return path;
}

/** c_0 = 1 and c_j = α + β(φ + … + φ^j) + γ[m divides j]: what an error adds to the j-th observation after it. */
function errorWeights({ form, alpha, beta, gamma, phi }: EtsFit, h: number): Float64Array {
  const psi = new Float64Array(h);
  let [power, sum] = [1, 0];
  for (let j = 0; j < h; j++) {
    psi[j] = j === 0 ? 1 : alpha + (beta ?? 0) * sum + (j % form.m === 0 ? (gamma ?? 0) : 0);
    power *= phi ?? 1;
    sum += power;
  }
  return psi;
}

/** Class 1: σ²·Σ_{j<h} c_j². */
function sumsOfSquares(psi: Float64Array, sigma2: number): Float64Array {
  let sum = 0;
  return psi.map((c) => {
    sum += c * c;
    return sigma2 * sum;
  });
}

/** Class 2: θ_h = μ_h² + σ²·Σ_{0<j<h} c_j²·θ_{h−j}; v_h = (1 + σ²)θ_h − μ_h², written without the cancellation. */
function relativeVariance(mean: Float64Array, psi: Float64Array, sigma2: number): Float64Array {
  const theta = new Float64Array(mean.length);
  return mean.map((mu, i) => {
    let sum = 0;
    for (let j = 1; j <= i; j++) sum += psi[j] * psi[j] * theta[i - j];
    theta[i] = mu * mu + sigma2 * sum;
    return sigma2 * (sum + theta[i]);
  });
}
