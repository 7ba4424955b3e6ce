import { advanceGain, gainOf, startGain } from "./gain.ts";
import type { Whitener } from "./whitener.ts";

/** An exact whitener, and what it leaves. */
export interface ExactWhitener extends Whitener {
  /** The predicted state of the first column after the last row, for forecasts (a 0 behind it). */
  state(): Float64Array;
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
  // The state of row t stands at t … t + r, with a 0 behind it: from row to row it moves up by one, and nothing is moved.
  const states = columns.map(() => new Float64Array(n + r + 1));
  // A seasonal polynomial is mostly zeros.
  const [lags, weights] = [new Int32Array(p), new Float64Array(p)];
  const whitened = columns.map(() => new Float64Array(n));
  const scales = new Float64Array(n);
  // A column has no innovation before its first entry that is not 0.
  const starts = columns.map((column) =>
    Math.max(
      0,
      column.findIndex((value) => value !== 0),
    ),
  );
  const like = columns.map((_, c) => isShifted(columns, starts, c));
  // Columns whose innovations are those of the column before, later.
  const copied = new Uint8Array(columns.length);
  const run = (phi: Float64Array, theta: Float64Array): number => {
    if (!startGain(gain, phi, theta)) return Number.NaN;
    for (const state of states) state.fill(0);
    copied.fill(0);
    let terms = 0;
    for (let i = 0; i < p; i++) if (phi[i] !== 0) [lags[terms], weights[terms++]] = [i, phi[i]];
    const { vector } = gain;
    let logDeterminant = 0;
    for (let t = 0; t < n; t++) {
      if (!(gain.variance > 0)) return Number.NaN;
      logDeterminant += Math.log(gain.variance);
      const scale = 1 / Math.sqrt(gain.variance);
      scales[t] = scale;
      for (let c = 0; c < columns.length; c++) {
        if (t < starts[c] || copied[c] === 1) continue;
        // state ← T·state + K·innovation.
        const state = states[c];
        const head = state[t];
        const innovation = columns[c][t] - head;
        whitened[c][t] = innovation * scale;
        addInto(state, t + 1, vector, innovation);
        for (let k = 0; k < terms; k++) state[t + 1 + lags[k]] += weights[k] * head;
      }
      if (gain.still >= r) continue;
      advanceGain(gain, phi);
      // From the next row on every row is filtered alike.
      if (gain.still >= r) for (let c = 1; c < like.length; c++) copied[c] = like[c] && starts[c - 1] > t ? 1 : 0;
    }
    for (let c = 1; c < copied.length; c++) {
      if (copied[c] === 0) continue;
      const [from, to] = [starts[c - 1], starts[c]];
      whitened[c].set(whitened[c - 1].subarray(from, from + n - to), to);
    }
    return logDeterminant;
  };
  return { whitened, count: n, run, state: () => states[0].slice(n), scales };
}

/** True when a column is the one before it, shifted to a later row, as columns of missing rows are. */
function isShifted(columns: readonly Float64Array[], starts: readonly number[], c: number): boolean {
  if (c === 0 || starts[c] < starts[c - 1]) return false;
  const [column, before] = [columns[c], columns[c - 1]];
  const by = starts[c] - starts[c - 1];
  for (let t = starts[c]; t < column.length; t++) if (column[t] !== before[t - by]) return false;
  return true;
}

/** target[from + i] += factor·x[i], four at a time: all of a fit's time goes by here. */
function addInto(target: Float64Array, from: number, x: Float64Array, factor: number): void {
  let i = 0;
  for (; i + 3 < x.length; i += 4) {
    target[from + i] += x[i] * factor;
    target[from + i + 1] += x[i + 1] * factor;
    target[from + i + 2] += x[i + 2] * factor;
    target[from + i + 3] += x[i + 3] * factor;
  }
  for (; i < x.length; i++) target[from + i] += x[i] * factor;
}
