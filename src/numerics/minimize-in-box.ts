import { type Bfgs, direct, newBfgs, updateBfgs } from "./quasi-newton.ts";

/**
 * Writes the gradient at x into `gradient` and returns the value there; Infinity or NaN stands for "not allowed here".
 */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

/** Where a search ended. `converged` is false when the iterations ran out. */
export interface BoxMinimum {
  x: Float64Array;
  value: number;
  iterations: number;
  converged: boolean;
}

/** When a search stops: three steps in a row that gain less than `tolerance` each, or `maxIterations`. */
export interface BoxSearch {
  tolerance: number;
  maxIterations: number;
}

const ARMIJO = 1e-4;
const MAX_HALVINGS = 40;

/**
 * A local minimum of a smooth function in a box, by BFGS on the variables that no bound holds, with steps projected
 * into the box (Bertsekas 1982, two-metric projection) and backtracking. Scale variables so that a step of 1 is a
 * moderate one. Bounds may be infinite. A start that is not allowed comes back with value Infinity.
 */
export function minimizeInBox(
  f: Objective,
  start: Float64Array,
  lower: Float64Array,
  upper: Float64Array,
  { tolerance, maxIterations }: BoxSearch,
): BoxMinimum {
  const n = start.length;
  const s = newBfgs(n);
  for (let i = 0; i < n; i++) s.x[i] = Math.min(upper[i], Math.max(lower[i], start[i]));
  let value = f(s.x, s.g);
  if (!Number.isFinite(value)) return { x: s.x, value: Number.POSITIVE_INFINITY, iterations: 0, converged: false };
  let small = 0;
  let iterations = 0;
  while (small < 3 && iterations < maxIterations) {
    iterations++;
    findFree(s, lower, upper);
    direct(s);
    const next = backtrack(f, s, value, lower, upper);
    if (next === null) {
      // No way down along this direction: once more along the gradient, then it is a minimum.
      if (s.fresh) return { x: s.x, value, iterations, converged: true };
      s.fresh = true;
      continue;
    }
    small = value - next < tolerance ? small + 1 : 0;
    value = next;
    updateBfgs(s);
  }
  return { x: s.x, value, iterations, converged: small === 3 };
}

/** A variable is held when it stands at a bound and the way down leads out. */
function findFree({ x, g, free }: Bfgs, lower: Float64Array, upper: Float64Array): void {
  for (let i = 0; i < x.length; i++) free[i] = (x[i] <= lower[i] && g[i] > 0) || (x[i] >= upper[i] && g[i] < 0) ? 0 : 1;
}

/** The value after a step that goes down enough, left in `next` and `nextG`; null when there is none. */
function backtrack(
  f: Objective,
  { x, g, p, next, nextG }: Bfgs,
  value: number,
  lower: Float64Array,
  upper: Float64Array,
): number | null {
  let t = 1;
  for (let k = 0; k < MAX_HALVINGS; k++) {
    let gain = 0;
    for (let i = 0; i < x.length; i++) {
      next[i] = Math.min(upper[i], Math.max(lower[i], x[i] + t * p[i]));
      gain += g[i] * (next[i] - x[i]);
    }
    if (gain === 0) return null;
    const there = f(next, nextG);
    if (there <= value + ARMIJO * gain) return there;
    // The minimum of the parabola through both values and the slope, kept between a tenth and a half.
    const bend = there - value - gain;
    t *= Number.isFinite(there) && bend > 0 ? Math.min(0.5, Math.max(0.1, -gain / (2 * bend))) : 0.25;
  }
  return null;
}
