import { type Moments, moments, momentsInto } from "./autocovariance.ts";

/**
 * The gain of the Kalman filter of an ARMA process without gaps, by the Chandrasekhar recursions of Morf, Sidhu & Kailath
 * (1974): from the stationary start the state covariance changes by a matrix of rank one, weight·change·changeᵀ, a row,
 * so that a row costs O(r) instead of O(r²). No data are in it.
 */
export interface Gain {
  moments: Moments;
  /** K = T·P·Zᵀ/F. */
  vector: Float64Array;
  /** Variance F of the next innovation in units of σ². */
  variance: number;
  /** The change of P from this row to the next; the entry behind the state stays 0. */
  change: Float64Array;
  weight: number;
  /** Rows in a row in which F stood still. */
  still: number;
  moved: Float64Array;
}

/** Allocates for p AR and q MA coefficients. */
export function gainOf(p: number, q: number): Gain {
  const m = moments(p, q);
  const array = () => new Float64Array(m.r);
  return {
    moments: m,
    vector: array(),
    variance: 0,
    change: new Float64Array(m.r + 1),
    weight: 0,
    still: 0,
    moved: array(),
  };
}

/** The stationary start: F = γ(0), K = T·P·Zᵀ/F, and P changes by −F·K·Kᵀ. False when the AR part is not stationary. */
export function startGain(g: Gain, phi: Float64Array, theta: Float64Array): boolean {
  if (!momentsInto(phi, theta, g.moments)) return false;
  const { r, first } = g.moments;
  g.variance = first[0];
  g.weight = -1 / first[0];
  g.still = 0;
  for (let i = 0; i < r; i++) {
    g.change[i] = first[i + 1] + (i < phi.length ? phi[i] * first[0] : 0);
    g.vector[i] = g.change[i] / first[0];
  }
  return true;
}

/** One row on: F' = F + w₀²M, K' = (KF + Tw·M·w₀)/F', w' = Tw − K'w₀, M' = M + M²w₀²/F, with w the change and M its weight. */
export function advanceGain(g: Gain, phi: Float64Array): void {
  const { vector, change, moved, weight, variance } = g;
  const head = change[0];
  const grown = variance + head * head * weight;
  const r = vector.length;
  for (let i = 0; i < r; i++) moved[i] = change[i + 1];
  for (let i = 0; i < phi.length; i++) moved[i] += phi[i] * head;
  const [keep, add] = [variance / grown, (weight * head) / grown];
  for (let i = 0; i < r; i++) {
    vector[i] = vector[i] * keep + moved[i] * add;
    change[i] = moved[i] - vector[i] * head;
  }
  g.still = Math.abs(grown - variance) <= 1e-14 * variance ? g.still + 1 : 0;
  g.weight = weight * (1 + (weight * head * head) / variance);
  g.variance = grown;
}
