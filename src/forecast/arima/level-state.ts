import { type Moments, momentsInto } from "./autocovariance.ts";

/** Prior variance of the levels in units of σ² (R's `arima`). */
export const DIFFUSE = 1e6;

/** State of an ARIMA in levels: Harvey's r ARMA entries, then the last d + mD levels; and its covariance, by rows. */
export interface LevelState {
  moments: Moments;
  delta: Float64Array;
  size: number;
  covariance: Float64Array;
}

/** Z·x with Z = (1, 0 … 0, delta): the level that a state stands for. `x` is a vector at `offset` with `stride`. */
export function observe({ moments: { r }, delta }: LevelState, x: Float64Array, offset = 0, stride = 1): number {
  let sum = x[offset];
  for (let i = 0; i < delta.length; i++) if (delta[i] !== 0) sum += delta[i] * x[offset + (r + i) * stride];
  return sum;
}

/** x ← T·x in place: the ARMA entries move up, the levels move down with the present one on top. */
export function move(s: LevelState, phi: Float64Array, x: Float64Array, offset = 0, stride = 1): void {
  const { r } = s.moments;
  const level = observe(s, x, offset, stride);
  const head = x[offset];
  for (let i = 0; i < r; i++) {
    const next = i + 1 < r ? x[offset + (i + 1) * stride] : 0;
    x[offset + i * stride] = next + (i < phi.length ? phi[i] * head : 0);
  }
  for (let i = s.size - 1; i > r; i--) x[offset + i * stride] = x[offset + (i - 1) * stride];
  if (s.size > r) x[offset + r * stride] = level;
}

/**
 * Sets the covariance before the first row: the stationary one of the ARMA entries, from the last up to the first by
 * P(i,j) = E of the state's own recursion, and a large variance for each level. False when the AR part is not stationary.
 */
export function prior(s: LevelState, phi: Float64Array, theta: Float64Array): boolean {
  if (!momentsInto(phi, theta, s.moments)) return false;
  const { size, covariance: P } = s;
  const { r, first } = s.moments;
  const ar = (i: number) => (i < phi.length ? phi[i] : 0);
  P.fill(0);
  for (let i = r - 1; i >= 0; i--) {
    for (let j = r - 1; j >= 0; j--) {
      const beyond = i + 1 < r && j + 1 < r ? P[(i + 1) * size + j + 1] : 0;
      const cross = ar(i) * first[j + 1] + ar(j) * first[i + 1] + ar(i) * ar(j) * first[0];
      P[i * size + j] = beyond + cross + shock(theta, i) * shock(theta, j);
    }
  }
  for (let i = r; i < size; i++) P[i * size + i] = DIFFUSE;
  return true;
}

/** P ← T·P·Tᵀ + R·Rᵀ. */
export function predictCovariance(s: LevelState, phi: Float64Array, theta: Float64Array): void {
  const { size, covariance: P } = s;
  const { r } = s.moments;
  for (let j = 0; j < size; j++) move(s, phi, P, j, size);
  for (let i = 0; i < size; i++) move(s, phi, P, i * size, 1);
  for (let i = 0; i < r; i++) {
    const a = shock(theta, i);
    if (a !== 0) for (let j = 0; j < r; j++) P[i * size + j] += a * shock(theta, j);
  }
}

/** Entry i of R = (1, theta, 0 …). */
function shock(theta: Float64Array, i: number): number {
  return i === 0 ? 1 : i <= theta.length ? theta[i - 1] : 0;
}
