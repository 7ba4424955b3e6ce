import type { Whitener } from "./whitener.ts";

/**
 * Innovations given the first p rows and no shocks before them (conditional sum of squares, Box & Jenkins 7.1.2):
 * e(t) = x(t) − Σ phi·x − Σ theta·e for t >= p. No stationarity is asked for, F is 1 throughout and `run` answers 0.
 */
export function conditionalWhitener(columns: readonly Float64Array[], p: number): Whitener {
  const n = columns[0].length;
  const whitened = columns.map(() => new Float64Array(n));
  const run = (phi: Float64Array, theta: Float64Array): number => {
    for (let c = 0; c < columns.length; c++) residuals(columns[c], whitened[c], phi, theta);
    return 0;
  };
  return { whitened, count: Math.max(0, n - p), run };
}

function residuals(x: Float64Array, e: Float64Array, phi: Float64Array, theta: Float64Array): void {
  const p = phi.length;
  for (let t = p; t < x.length; t++) e[t] = x[t];
  for (let i = 0; i < p; i++) {
    const a = phi[i];
    if (a !== 0) for (let t = p; t < x.length; t++) e[t] -= a * x[t - 1 - i];
  }
  // Shocks feed on earlier ones, so this part runs in time; the rows before p hold 0.
  for (let t = p; t < x.length; t++) {
    let sum = 0;
    for (let j = 0; j < theta.length && j < t; j++) sum += theta[j] * e[t - 1 - j];
    e[t] -= sum;
  }
}
