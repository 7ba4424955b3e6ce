/** What a quasi-Newton search carries from step to step. */
export interface Bfgs {
  x: Float64Array;
  /** Gradient at x. */
  g: Float64Array;
  /** Where the line search looks, and the gradient there. */
  next: Float64Array;
  nextG: Float64Array;
  /** Direction. */
  p: Float64Array;
  /** Inverse Hessian, row by row; not yet filled while `fresh`. */
  h: Float64Array;
  fresh: boolean;
  /** 1 for variables that may move. */
  free: Uint8Array;
  scratch: Float64Array;
}

/** The memory of a search over n variables that starts at zero. */
export function newBfgs(n: number): Bfgs {
  const vector = () => new Float64Array(n);
  return {
    x: vector(),
    g: vector(),
    next: vector(),
    nextG: vector(),
    p: vector(),
    h: new Float64Array(n * n),
    fresh: true,
    free: new Uint8Array(n).fill(1),
    scratch: vector(),
  };
}

/** p = −Hg over the free variables; −g, at most one unit long, while H is not known or does not lead down. */
export function direct(s: Bfgs): void {
  const { g, p, h, free } = s;
  const n = g.length;
  let slope = 0;
  for (let i = 0; i < n && !s.fresh; i++) {
    let sum = 0;
    if (free[i] === 1) for (let j = 0; j < n; j++) if (free[j] === 1) sum -= h[i * n + j] * g[j];
    p[i] = sum;
    slope += sum * g[i];
  }
  if (!s.fresh && slope < 0) return;
  s.fresh = true;
  let squares = 0;
  for (let i = 0; i < n; i++) if (free[i] === 1) squares += g[i] * g[i];
  const by = -1 / Math.max(1, Math.sqrt(squares));
  for (let i = 0; i < n; i++) p[i] = free[i] === 1 ? by * g[i] : 0;
}

/**
 * Moves to `next` and takes what the two gradients say about the curvature into H: the update of Broyden, Fletcher,
 * Goldfarb and Shanno (Nocedal & Wright 2006, eq. 6.17), from a multiple of the identity. Held variables say nothing,
 * and a step along which the curvature is not positive changes nothing. `next` is used up.
 */
export function updateBfgs(s: Bfgs): void {
  const { x, g, next, nextG, p, free } = s;
  let [sy, yy] = [0, 0];
  for (let i = 0; i < x.length; i++) {
    p[i] = next[i] - x[i];
    const y = free[i] === 1 ? nextG[i] - g[i] : 0;
    x[i] = next[i];
    g[i] = nextG[i];
    next[i] = y;
    sy += p[i] * y;
    yy += y * y;
  }
  if (sy > 1e-12 * Math.sqrt(yy)) bend(s, sy, yy);
}

/** The update itself, for the step p and the change of gradient that `next` holds. */
function bend(s: Bfgs, sy: number, yy: number): void {
  const { p, next: y, h, scratch: hy } = s;
  const n = y.length;
  if (s.fresh) {
    h.fill(0);
    for (let i = 0; i < n; i++) h[i * n + i] = sy / yy;
    s.fresh = false;
  }
  let yhy = 0;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += h[i * n + j] * y[j];
    hy[i] = sum;
    yhy += sum * y[i];
  }
  const scale = (1 + yhy / sy) / sy;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) h[i * n + j] += scale * p[i] * p[j] - (hy[i] * p[j] + p[i] * hy[j]) / sy;
  }
}
