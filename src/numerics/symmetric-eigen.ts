/** Eigenvalues, largest first, and unit eigenvectors: `vectors[j * n + i]` is entry i of the j-th. */
export interface Eigen {
  values: Float64Array;
  vectors: Float64Array;
}

const MAX_SWEEPS = 60;

/**
 * Eigen-decomposition of a symmetric matrix (row-major, n × n; only read) by cyclic Jacobi rotations (Golub & Van Loan,
 * Matrix Computations, 8.5), accurate to rounding of the largest eigenvalue; some eight sweeps of 4n³ operations. Each
 * vector's sign is fixed: its entry of largest size (the first among equals) is positive.
 */
export function symmetricEigen(matrix: Float64Array, n: number): Eigen {
  const a = matrix.slice();
  const v = new Float64Array(n * n);
  for (let i = 0; i < n; i++) v[i * n + i] = 1;
  const floor = Number.EPSILON * 1e-4 * matrix.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
  for (let sweep = 0, rotations = 1; sweep < MAX_SWEEPS && rotations > 0; sweep++) {
    rotations = 0;
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) {
        if (isNegligible(a, n, p, q, floor)) continue;
        rotate(a, v, n, p, q);
        rotations++;
      }
    }
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[j * n + j] - a[i * n + i]);
  const vectors = new Float64Array(n * n);
  order.forEach((from, to) => {
    vectors.set(withFixedSign(v.subarray(from * n, (from + 1) * n)), to * n);
  });
  return { values: Float64Array.from(order, (i) => a[i * n + i]), vectors };
}

/** True when entry (p, q) can change neither diagonal entry in double precision. */
function isNegligible(a: Float64Array, n: number, p: number, q: number, floor: number): boolean {
  const rest = Math.abs(a[p * n + q]);
  return rest <= floor || rest <= Number.EPSILON * 0.01 * Math.sqrt(Math.abs(a[p * n + p] * a[q * n + q]));
}

/** Zeroes a[p][q] by a rotation of rows and columns p and q; rows of `v` become eigenvectors. */
function rotate(a: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(1, theta));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  const shift = t * a[p * n + q];
  for (let k = 0; k < n; k++) {
    if (k !== p && k !== q) {
      const [x, y] = [a[k * n + p], a[k * n + q]];
      a[k * n + p] = a[p * n + k] = c * x - s * y;
      a[k * n + q] = a[q * n + k] = s * x + c * y;
    }
    const [x, y] = [v[p * n + k], v[q * n + k]];
    v[p * n + k] = c * x - s * y;
    v[q * n + k] = s * x + c * y;
  }
  a[p * n + p] -= shift;
  a[q * n + q] += shift;
  a[p * n + q] = a[q * n + p] = 0;
}

function withFixedSign(vector: Float64Array): Float64Array {
  let at = 0;
  for (let i = 1; i < vector.length; i++) if (Math.abs(vector[i]) > Math.abs(vector[at]) * (1 + 1e-12)) at = i;
  return vector[at] < 0 ? vector.map((x) => -x) : vector;
}
