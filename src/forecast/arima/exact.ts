import { advanceGain, gainOf, startGain } from "./gain.ts";
import type { Whitener } from "./whitener.ts";

/** An exact whitener, and what it leaves: the predicted state of the first column after the last row, for forecasts (a 0 behind it). */
export interface ExactWhitener extends Whitener {
  state: Float64Array;
  /** 1/√F of every row: what the innovations were multiplied by. */
  scales: Float64Array;
}

/**
 * Exact Gaussian innovations of a stationary ARMA process without gaps: Harvey's state space form with the gain of the
 * Chandrasekhar recursions, O(r) a row for each column. Once the innovation variance has stood still for r rows the gain
 * is kept (steady state). Allocates here and never in `run`.
 */
export function exactWhitener(columns: readonly Float64Array[], p: number, q: number): ExactWhitener {
  const n = columns[0].length;
  const gain = gainOf(p, q);
  const { r } = gain.moments;
  const states = columns.map(() => new Float64Array(r + 1));
  const whitened = columns.map(() => new Float64Array(n));
  const scales = new Float64Array(n);
  // A column has no innovation before its first entry that is not 0.
  const starts = columns.map((column) =>
    Math.max(
      0,
      column.findIndex((value) => value !== 0),
    ),
  );
  const run = (phi: Float64Array, theta: Float64Array): number => {
    if (!startGain(gain, phi, theta)) return Number.NaN;
    for (const state of states) state.fill(0);
    let logDeterminant = 0;
    for (let t = 0; t < n; t++) {
      if (!(gain.variance > 0)) return Number.NaN;
      logDeterminant += Math.log(gain.variance);
      const scale = 1 / Math.sqrt(gain.variance);
      scales[t] = scale;
      for (let c = 0; c < columns.length; c++) {
        if (t < starts[c]) continue;
        const innovation = columns[c][t] - states[c][0];
        whitened[c][t] = innovation * scale;
        advance(states[c], phi, gain.vector, innovation);
      }
      if (gain.still < r) advanceGain(gain, phi);
    }
    return logDeterminant;
  };
  return { whitened, count: n, run, state: states[0], scales };
}

/** state ← T·state + K·innovation; the entry behind the state stays 0. */
function advance(state: Float64Array, phi: Float64Array, gain: Float64Array, innovation: number): void {
  const head = state[0];
  for (let i = 0; i < gain.length; i++) state[i] = state[i + 1] + gain[i] * innovation;
  if (head !== 0) for (let i = 0; i < phi.length; i++) state[i] += phi[i] * head;
}
