import { type Moments, moments, momentsInto } from "./autocovariance.ts";
import type { Whitener } from "./whitener.ts";

/** The filter's state: of each column, the gain, and the rank-one change of the state covariance `weight`·change·changeᵀ. */
interface Filter {
  moments: Moments;
  states: Float64Array[];
  gain: Float64Array;
  change: Float64Array;
  moved: Float64Array;
  weight: number;
  /** Variance of the next innovation in units of σ². */
  variance: number;
  /** Steps in a row in which the variance stood still. */
  still: number;
}

/** As an exact whitener, and the predicted state of the first column after the last row, for forecasts. */
export interface ExactWhitener extends Whitener {
  state: Float64Array;
}

/**
 * Exact Gaussian innovations of a stationary ARMA process without gaps. Harvey's state space form, filtered by the
 * Chandrasekhar recursions of Morf, Sidhu & Kailath (1974): O(r) a row for each column instead of O(r²), since from the
 * stationary start the state covariance changes by a matrix of rank one. Once the innovation variance has stood still
 * for r rows the gain is kept (steady state). Allocates here and never in `run`.
 */
export function exactWhitener(columns: readonly Float64Array[], p: number, q: number): ExactWhitener {
  const n = columns[0].length;
  const m = moments(p, q);
  const filter: Filter = {
    moments: m,
    states: columns.map(() => new Float64Array(m.r + 1)),
    gain: new Float64Array(m.r),
    change: new Float64Array(m.r + 1),
    moved: new Float64Array(m.r),
    weight: 0,
    variance: 0,
    still: 0,
  };
  const whitened = columns.map(() => new Float64Array(n));
  const run = (phi: Float64Array, theta: Float64Array): number => {
    if (!start(filter, phi, theta)) return Number.NaN;
    let logDeterminant = 0;
    for (let t = 0; t < n; t++) {
      const { variance } = filter;
      if (!(variance > 0)) return Number.NaN;
      logDeterminant += Math.log(variance);
      const scale = 1 / Math.sqrt(variance);
      for (let c = 0; c < columns.length; c++) {
        const innovation = columns[c][t] - filter.states[c][0];
        whitened[c][t] = innovation * scale;
        advance(filter.states[c], phi, filter.gain, innovation);
      }
      if (filter.still < m.r) recursion(filter, phi);
    }
    return logDeterminant;
  };
  return { whitened, count: n, run, state: filter.states[0] };
}

/** The stationary start: F = γ(0), K = T·P·Zᵀ/F, and the first change of P is −F·K·Kᵀ. */
function start(f: Filter, phi: Float64Array, theta: Float64Array): boolean {
  if (!momentsInto(phi, theta, f.moments)) return false;
  const { r, first } = f.moments;
  f.variance = first[0];
  f.weight = -1 / first[0];
  f.still = 0;
  for (let i = 0; i < r; i++) {
    f.change[i] = first[i + 1] + (i < phi.length ? phi[i] * first[0] : 0);
    f.gain[i] = f.change[i] / first[0];
  }
  for (const state of f.states) state.fill(0);
  return true;
}

/** state ← T·state + K·innovation; entry r of the state stays 0. */
function advance(state: Float64Array, phi: Float64Array, gain: Float64Array, innovation: number): void {
  const head = state[0];
  const r = gain.length;
  for (let i = 0; i < r; i++) state[i] = state[i + 1] + gain[i] * innovation;
  if (head !== 0) for (let i = 0; i < phi.length; i++) state[i] += phi[i] * head;
}

/** F' = F + w₀²M, K' = (KF + Tw·M·w₀)/F', w' = Tw − K'w₀, M' = M + M²w₀²/F. */
function recursion(f: Filter, phi: Float64Array): void {
  const { gain, change, moved, weight, variance } = f;
  const head = change[0];
  const grown = variance + head * head * weight;
  const r = gain.length;
  for (let i = 0; i < r; i++) moved[i] = change[i + 1];
  for (let i = 0; i < phi.length; i++) moved[i] += phi[i] * head;
  const [keep, add] = [variance / grown, (weight * head) / grown];
  for (let i = 0; i < r; i++) {
    gain[i] = gain[i] * keep + moved[i] * add;
    change[i] = moved[i] - gain[i] * head;
  }
  f.still = Math.abs(grown - variance) <= 1e-14 * variance ? f.still + 1 : 0;
  f.weight = weight * (1 + (weight * head * head) / variance);
  f.variance = grown;
}
