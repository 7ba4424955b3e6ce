import { backtrack, updateInverse } from "./bfgs-step.ts";
import { gradientInto } from "./central-difference.ts";

/** Where a search ended: the point, f there, steps taken, and whether it stopped because nothing more was to gain. */
export interface Minimum {
  x: Float64Array;
  value: number;
  iterations: number;
  converged: boolean;
}

type Objective = (x: Float64Array) => number;

/**
 * A local minimum of f from `start` by the BFGS quasi-Newton method (Nocedal & Wright 2006, alg. 6.1) with central
 * differences for the gradient and backtracking to Armijo's condition. f may answer NaN or Infinity outside its domain,
 * but not at `start` (the answer is then `start`, not converged). Stops when a step along the steepest descent gains
 * less than `tolerance`·(1 + |f|), or after `maxIterations` with `converged` false.
 */
export function bfgs(f: Objective, start: Float64Array, tolerance = 1e-11, maxIterations = 200): Minimum {
  const n = start.length;
  const x = Float64Array.from(start);
  let value = f(x);
  if (n === 0 || !Number.isFinite(value)) return { x, value, iterations: 0, converged: Number.isFinite(value) };
  const [trial, step, gradient, next, work] = Array.from({ length: 5 }, () => new Float64Array(n));
  const inverse = new Float64Array(n * n);
  gradientInto(f, x, gradient, trial);
  let fresh = true;
  for (let iterations = 1; iterations <= maxIterations; iterations++) {
    if (fresh) identity(inverse, n);
    const slope = descent(inverse, gradient, step);
    const found = slope < 0 ? backtrack(f, x, step, trial, value, slope, fresh) : value;
    const gain = value - found;
    if (gain > 0) {
      for (let i = 0; i < n; i++) step[i] = trial[i] - x[i];
      x.set(trial);
      value = found;
      gradientInto(f, x, next, trial);
    }
    if (gain <= tolerance * (1 + Math.abs(value))) {
      if (fresh) return { x, value, iterations, converged: true };
      if (gain > 0) gradient.set(next);
      fresh = true;
      continue;
    }
    for (let i = 0; i < n; i++) [gradient[i], next[i]] = [next[i], next[i] - gradient[i]];
    fresh = !updateInverse(inverse, step, next, work, fresh);
  }
  return { x, value, iterations: maxIterations, converged: false };
}

function identity(matrix: Float64Array, n: number): void {
  matrix.fill(0);
  for (let i = 0; i < n; i++) matrix[i * n + i] = 1;
}

/** step ← −H·gradient; answers the slope along it. */
function descent(inverse: Float64Array, gradient: Float64Array, step: Float64Array): number {
  const n = step.length;
  let slope = 0;
  for (let i = 0; i < n; i++) {
    step[i] = 0;
    for (let j = 0; j < n; j++) step[i] -= inverse[i * n + j] * gradient[j];
    slope += step[i] * gradient[i];
  }
  return slope;
}
