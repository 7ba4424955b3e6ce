import { moments, momentsInto } from "./autocovariance.ts";
import type { Whitener } from "./whitener.ts";

/** Prior variance of the differencing states in units of σ², and the innovation variance above which a row only sets them. */
const DIFFUSE = 1e6;
const SETTING = 1e4;

/** A filter over rows of which some are missing; it also leaves the prediction of every row and its variance. */
export interface GapWhitener extends Whitener {
  /** One-step prediction of the first column, and its variance in units of σ²; rows ahead of the last one seen are forecasts. */
  predicted: Float64Array;
  variance: Float64Array;
}

/**
 * Kalman filter of an ARIMA in levels, for series with gaps (NaN in the first column): Harvey's ARMA state with the last
 * d + mD levels below it, a large prior variance for those, and no update in a missing row (Harvey & Pierse 1984; R's
 * `arima` with the same prior 1e6). A row with an innovation variance of 1e4 or more only sets the states and does not
 * count. O((r + d + mD)²) a row; allocates here and never in `run`.
 */
export function gapWhitener(
  columns: readonly Float64Array[],
  p: number,
  q: number,
  delta: Float64Array,
  count: number,
): GapWhitener {
  const n = columns[0].length;
  const m = moments(p, q);
  const { r } = m;
  const size = r + delta.length;
  const [P, half] = [new Float64Array(size * size), new Float64Array(size * size)];
  const [gain, work] = [new Float64Array(size), new Float64Array(size)];
  const states = columns.map(() => new Float64Array(size));
  const whitened = columns.map(() => new Float64Array(n));
  const [predicted, variances] = [new Float64Array(n), new Float64Array(n)];

  /** Zx, with Z = (1, 0 … 0, delta), of the vector at `offset` with `stride`. */
  const observe = (x: Float64Array, offset: number, stride: number) => {
    let sum = x[offset];
    for (let i = 0; i < delta.length; i++) if (delta[i] !== 0) sum += delta[i] * x[offset + (r + i) * stride];
    return sum;
  };
  /** x ← T·x in place: the ARMA block moves up, the levels move down with the present one on top. */
  const move = (x: Float64Array, offset: number, stride: number, phi: Float64Array) => {
    const level = observe(x, offset, stride);
    const head = x[offset];
    for (let i = 0; i < r; i++) {
      const next = i + 1 < r ? x[offset + (i + 1) * stride] : 0;
      x[offset + i * stride] = next + (i < phi.length ? phi[i] * head : 0);
    }
    for (let i = size - 1; i > r; i--) x[offset + i * stride] = x[offset + (i - 1) * stride];
    if (size > r) x[offset + r * stride] = level;
  };
  const prior = (phi: Float64Array, theta: Float64Array) => {
    const { first } = m;
    const shock = (i: number) => (i === 0 ? 1 : i <= theta.length ? theta[i - 1] : 0);
    const ar = (i: number) => (i < phi.length ? phi[i] : 0);
    P.fill(0);
    // P(i,j) = E of the state's own recursion, from the last entries up to the first.
    for (let i = r - 1; i >= 0; i--) {
      for (let j = r - 1; j >= 0; j--) {
        const beyond = i + 1 < r && j + 1 < r ? P[(i + 1) * size + j + 1] : 0;
        const cross = ar(i) * first[j + 1] + ar(j) * first[i + 1] + ar(i) * ar(j) * first[0];
        P[i * size + j] = beyond + cross + shock(i) * shock(j);
      }
    }
    for (let i = r; i < size; i++) P[i * size + i] = DIFFUSE;
    for (const state of states) state.fill(0);
  };
  /** P ← T·P·Tᵀ + R·Rᵀ. */
  const predictCovariance = (phi: Float64Array, theta: Float64Array) => {
    for (let j = 0; j < size; j++) move(P, j, size, phi);
    for (let i = 0; i < size; i++) move(P, i * size, 1, phi);
    for (let i = 0; i < r; i++) {
      const a = i === 0 ? 1 : i <= theta.length ? theta[i - 1] : 0;
      if (a === 0) continue;
      for (let j = 0; j < r; j++) P[i * size + j] += a * (j === 0 ? 1 : j <= theta.length ? theta[j - 1] : 0);
    }
  };
  const update = (t: number, F: number) => {
    for (let i = 0; i < size; i++) gain[i] = work[i] / F;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) P[i * size + j] -= gain[i] * work[j];
    }
    for (let c = 0; c < columns.length; c++) {
      const innovation = columns[c][t] - observe(states[c], 0, 1);
      whitened[c][t] = F < SETTING ? innovation / Math.sqrt(F) : 0;
      for (let i = 0; i < size; i++) states[c][i] += gain[i] * innovation;
    }
  };
  const run = (phi: Float64Array, theta: Float64Array): number => {
    if (!momentsInto(phi, theta, m)) return Number.NaN;
    prior(phi, theta);
    let logDeterminant = 0;
    for (let t = 0; t < n; t++) {
      for (let i = 0; i < size; i++) work[i] = observe(P, i * size, 1);
      const F = observe(work, 0, 1);
      predicted[t] = observe(states[0], 0, 1);
      variances[t] = F;
      if (Number.isNaN(columns[0][t])) for (const column of whitened) column[t] = 0;
      else {
        if (!(F > 0)) return Number.NaN;
        update(t, F);
        if (F < SETTING) logDeterminant += Math.log(F);
      }
      for (const state of states) move(state, 0, 1, phi);
      predictCovariance(phi, theta);
    }
    return logDeterminant;
  };
  void half;
  return { whitened, count, run, predicted, variance: variances };
}
