import { moments } from "./autocovariance.ts";
import { type LevelState, move, observe, predictCovariance, prior } from "./level-state.ts";
import type { Whitener } from "./whitener.ts";

/** An innovation variance, in units of σ², above which a row only sets the levels and does not count (R's `arima`). */
const SETTING = 1e4;

/** A filter over rows of which some are missing; it also leaves the prediction of every row and its variance. */
export interface GapWhitener extends Whitener {
  /** One-step prediction of the first column, and its variance in units of σ²; in rows after the last one seen, forecasts. */
  predicted: Float64Array;
  variance: Float64Array;
}

/**
 * Kalman filter of an ARIMA in levels, for series with gaps (NaN in the first column): a diffuse prior for the levels and
 * no update in a missing row (Harvey & Pierse 1984; R's `arima`). `count` is the number of rows that the likelihood is
 * to be divided by. O((r + d + mD)²) a row; allocates here and never in `run`.
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
  const size = m.r + delta.length;
  const state: LevelState = { moments: m, delta, size, covariance: new Float64Array(size * size) };
  const work = new Float64Array(size);
  const states = columns.map(() => new Float64Array(size));
  const whitened = columns.map(() => new Float64Array(n));
  const [predicted, variance] = [new Float64Array(n), new Float64Array(n)];
  const run = (phi: Float64Array, theta: Float64Array): number => {
    if (!prior(state, phi, theta)) return Number.NaN;
    for (const entries of states) entries.fill(0);
    let logDeterminant = 0;
    for (let t = 0; t < n; t++) {
      for (let i = 0; i < size; i++) work[i] = observe(state, state.covariance, i * size);
      const F = observe(state, work);
      predicted[t] = observe(state, states[0]);
      variance[t] = F;
      if (!Number.isNaN(columns[0][t])) {
        if (!(F > 0)) return Number.NaN;
        for (let c = 0; c < columns.length; c++) {
          const innovation = columns[c][t] - observe(state, states[c]);
          whitened[c][t] = F < SETTING ? innovation / Math.sqrt(F) : 0;
          for (let i = 0; i < size; i++) states[c][i] += (work[i] / F) * innovation;
        }
        condition(state, work, F);
        if (F < SETTING) logDeterminant += Math.log(F);
      }
      for (const entries of states) move(state, phi, entries);
      predictCovariance(state, phi, theta);
    }
    return logDeterminant;
  };
  return { whitened, count, run, predicted, variance };
}

/** P ← P − (PZᵀ)(PZᵀ)ᵀ/F, with `work` = PZᵀ. */
function condition({ covariance, size }: LevelState, work: Float64Array, F: number): void {
  for (let i = 0; i < size; i++) {
    const gain = work[i] / F;
    if (gain !== 0) for (let j = 0; j < size; j++) covariance[i * size + j] -= gain * work[j];
  }
}
