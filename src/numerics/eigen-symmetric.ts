import { fixSign } from "./fix-sign.ts";
import { tridiagonalize } from "./tridiagonalize.ts";

/** Far above the two or three a value takes; only a bound against the unforeseen. */
const MAX_SWEEPS = 60;

/** Eigenvalues in falling order and their unit vectors: `vectors[k]` belongs to `values[k]`. */
export interface Eigen {
  values: Float64Array;
  vectors: Float64Array[];
}

/**
 * Eigen decomposition of a symmetric matrix given by its columns:
 * Householder reduction to tridiagonal form, then the implicit QL method (Bowdler, Martin, Reinsch & Wilkinson 1968).
 * Errors are of the order ε·‖A‖. Each vector's largest |entry| is positive. Entries must be finite.
 */
export function eigenSymmetric(matrix: readonly Float64Array[]): Eigen {
  const { diagonal, off, basis } = tridiagonalize(matrix);
  for (let l = 0; l < matrix.length; l++) isolate(l, diagonal, off, basis);
  const order = Array.from(diagonal.keys()).sort((a, b) => diagonal[b] - diagonal[a]);
  for (const vector of basis) fixSign(vector);
  return { values: Float64Array.from(order, (k) => diagonal[k]), vectors: order.map((k) => basis[k]) };
}

/** Eigenvalues of a symmetric tridiagonal matrix (off[i] beside diagonal[i] and diagonal[i + 1]), falling, without vectors. */
export function eigenvaluesTridiagonal(diagonal: Float64Array, off: Float64Array): Float64Array {
  const [d, beside] = [diagonal.slice(), new Float64Array(diagonal.length)];
  beside.set(off);
  const none = Array.from(d, () => new Float64Array(0));
  for (let l = 0; l < d.length; l++) isolate(l, d, beside, none);
  return d.sort().reverse();
}

/** QL steps with implicit shifts until off[l] is negligible; `basis[k]` is rotated along. */
function isolate(l: number, d: Float64Array, off: Float64Array, basis: Float64Array[]): void {
  for (let sweeps = 0; sweeps < MAX_SWEEPS; sweeps++) {
    let m = l;
    while (m < d.length - 1 && Math.abs(off[m]) > Number.EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1]))) m++;
    if (m === l) return;
    sweep(l, m, d, off, basis);
  }
}

function sweep(l: number, m: number, d: Float64Array, off: Float64Array, basis: Float64Array[]): void {
  const slope = (d[l + 1] - d[l]) / (2 * off[l]);
  let g = d[m] - d[l] + off[l] / (slope + Math.sign(slope || 1) * Math.hypot(slope, 1));
  let sine = 1;
  let cosine = 1;
  let p = 0;
  for (let i = m - 1; i >= l; i--) {
    const f = sine * off[i];
    const b = cosine * off[i];
    const r = Math.hypot(f, g);
    off[i + 1] = r;
    if (r === 0) {
      d[i + 1] -= p;
      off[m] = 0;
      return;
    }
    sine = f / r;
    cosine = g / r;
    g = d[i + 1] - p;
    const q = (d[i] - g) * sine + 2 * cosine * b;
    p = sine * q;
    d[i + 1] = g + p;
    g = cosine * q - b;
    rotate(basis[i], basis[i + 1], cosine, sine);
  }
  d[l] -= p;
  off[l] = g;
  off[m] = 0;
}

function rotate(x: Float64Array, y: Float64Array, cosine: number, sine: number): void {
  for (let k = 0; k < x.length; k++) {
    const held = y[k];
    y[k] = sine * x[k] + cosine * held;
    x[k] = cosine * x[k] - sine * held;
  }
}
