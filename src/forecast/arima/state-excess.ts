import { advanceGain, gainOf, startGain } from "./gain.ts";
import { type LevelState, prior } from "./level-state.ts";

/**
 * What n rows leave unknown of the state: g·(P − RRᵀ)·gᵀ in units of σ² for each row vector g of `loads`, with P the
 * predicted state covariance after n rows without gaps. 0 in the limit of many rows of an invertible process; a few per
 * cent of the variance for short series with an MA root near the unit circle. P = P₁ + Σ weight·change·changeᵀ.
 */
export function stateExcess(phi: Float64Array, theta: Float64Array, n: number, loads: Float64Array[]): Float64Array {
  const gain = gainOf(phi.length, theta.length);
  const { r } = gain.moments;
  const start = new Float64Array(r * r);
  const state: LevelState = { moments: gain.moments, delta: new Float64Array(0), size: r, covariance: start };
  const excess = new Float64Array(loads.length);
  if (!prior(state, phi, theta) || !startGain(gain, phi, theta)) return excess;
  loads.forEach((g, h) => {
    let shock = g[0];
    for (let i = 0; i < theta.length; i++) shock += g[i + 1] * theta[i];
    excess[h] = quadratic(start, g) - shock * shock;
  });
  for (let t = 0; t < n && gain.still < r; t++) {
    for (let h = 0; h < loads.length; h++) {
      const g = loads[h];
      let along = 0;
      for (let i = 0; i < r; i++) along += g[i] * gain.change[i];
      excess[h] += gain.weight * along * along;
    }
    advanceGain(gain, phi);
  }
  return excess.map((value) => Math.max(0, value));
}

/** How an error of the state shows in the levels at steps 1 … h: (1, 0 …)·T^{h − 1}, summed over the differencing. */
export function stateLoads(phi: Float64Array, r: number, delta: Float64Array, h: number): Float64Array[] {
  const loads: Float64Array[] = [];
  let row = new Float64Array(r);
  row[0] = 1;
  for (let k = 0; k < h; k++) {
    const load = row.slice();
    for (let i = 0; i < Math.min(k, delta.length); i++) {
      if (delta[i] !== 0) for (let j = 0; j < r; j++) load[j] += delta[i] * loads[k - 1 - i][j];
    }
    loads.push(load);
    const next = new Float64Array(r);
    for (let i = 0; i < phi.length; i++) next[0] += row[i] * phi[i];
    for (let j = 1; j < r; j++) next[j] = row[j - 1];
    row = next;
  }
  return loads;
}

function quadratic(matrix: Float64Array, g: Float64Array): number {
  const r = g.length;
  let sum = 0;
  for (let i = 0; i < r; i++) {
    if (g[i] === 0) continue;
    for (let j = 0; j < r; j++) sum += g[i] * matrix[i * r + j] * g[j];
  }
  return sum;
}
