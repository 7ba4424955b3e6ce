import { bSplineValues, uniformKnots } from "../numerics/b-spline.ts";
import { backwardSolve, cholesky, forwardSolve } from "../numerics/cholesky.ts";
import { eigenSymmetric } from "../numerics/eigen-symmetric.ts";
import { orthonormalBasis } from "../numerics/orthonormal-basis.ts";

const DEGREE = 3;
/** A direction whose share of the data is below this is seen by no grid point. */
const UNSEEN = 1e-12;

/**
 * A P-spline on one grid as its Demmler–Reinsch basis: orthonormal vectors over the grid points, in which a smooth with
 * any λ is the trend plus each mode times 1/(1 + λ·rate).
 */
export interface PSpline {
  n_points: number;
  n_basis: number;
  order: number;
  /** Orthonormal polynomials below the penalty's order: no λ touches them. */
  trend: Float64Array[];
  modes: Float64Array[];
  /** Positive. */
  rates: Float64Array;
  /** λ times this multiplies |Dc|² beside the plain sum of squares. */
  per_difference: number;
}

/**
 * Cubic P-spline on a grid u in [0, 1] (Eilers & Marx 1996): minimises (1/m)·Σ(y − f)² + λ·h^(1 − 2q)·|D_q c|², with h
 * the knot spacing and D_q differences of order q. The second term approaches λ·∫(f^(q))², so λ means the same for any
 * number of points, of basis functions, and any unit of t. Needs 4 basis functions; null when the points are too few or
 * too close together to tell a polynomial of degree q from lower ones.
 */
export function pSpline(u: Float64Array, n_basis: number, order: number): PSpline | null {
  const per_difference = u.length * (n_basis - DEGREE) ** (2 * order - 1);
  const design = designRows(u, n_basis);
  const gram = gramOf(design, n_basis);
  const balance = balanceOf(gram, per_difference, order);
  const penalty = penaltyOf(n_basis, order).map((row) => row.map((x) => x * per_difference));
  const lower = cholesky(gram.map((row, i) => row.map((x, j) => x + balance * penalty[i][j])));
  const powers = Array.from({ length: order }, (_, q) => u.map((x) => (2 * x - 1) ** q));
  const trend = orthonormalBasis(powers);
  if (lower === null || trend.length < order) return null;
  const { values, vectors } = eigenSymmetric(whitened(gram, lower));
  const seen = vectors.filter((_, k) => k >= order && values[k] > UNSEEN);
  const modes: Float64Array[] = [];
  const rates: number[] = [];
  for (const coefficients of seen) {
    backwardSolve(lower, coefficients);
    const mode = curveOf(design, coefficients);
    const length = Math.sqrt(sumOfSquares(mode));
    modes.push(mode.map((x) => x / length));
    rates.push((per_difference * sumOfSquares(differences(coefficients, order))) / length ** 2);
  }
  if (modes.length === 0) return null;
  return { n_points: u.length, n_basis, order, trend, modes, rates: Float64Array.from(rates), per_difference };
}

type Row = ReturnType<typeof bSplineValues>;

function designRows(u: Float64Array, n_basis: number): Row[] {
  const knots = uniformKnots(0, 1, n_basis, DEGREE);
  return Array.from(u, (x) => bSplineValues(x, knots, DEGREE));
}

/** ΦᵀΦ. */
function gramOf(design: Row[], n_basis: number): Float64Array[] {
  const gram = Array.from({ length: n_basis }, () => new Float64Array(n_basis));
  for (const { first, values } of design) {
    values.forEach((x, i) => {
      values.forEach((y, j) => {
        gram[first + i][first + j] += x * y;
      });
    });
  }
  return gram;
}

/** DᵀD, by differencing the unit vectors. */
function penaltyOf(n_basis: number, order: number): Float64Array[] {
  const columns = Array.from({ length: n_basis }, (_, k) =>
    differences(new Float64Array(n_basis).fill(1, k, k + 1), order),
  );
  return columns.map((x) => Float64Array.from(columns, (y) => x.reduce((sum, value, i) => sum + value * y[i], 0)));
}

/** Puts the penalty's scale amid the data's, so that rough and smooth modes are told apart equally well. */
function balanceOf(gram: Float64Array[], per_difference: number, order: number): number {
  const trace = gram.reduce((sum, row, i) => sum + row[i], 0);
  return ((trace / gram.length) * (gram.length / Math.PI) ** order) / (per_difference * 4 ** order);
}

/** L⁻¹·G·L⁻ᵀ. */
function whitened(gram: Float64Array[], lower: Float64Array[]): Float64Array[] {
  const half = gram.map((row) => row.slice());
  for (const row of half) forwardSolve(lower, row);
  const columns = half.map((_, i) => Float64Array.from(half, (row) => row[i]));
  for (const column of columns) forwardSolve(lower, column);
  return columns;
}

function curveOf(design: Row[], coefficients: Float64Array): Float64Array {
  return Float64Array.from(design, ({ first, values }) =>
    values.reduce((sum, x, i) => sum + x * coefficients[first + i], 0),
  );
}

function differences(values: Float64Array, order: number): Float64Array {
  if (order === 0) return values;
  return differences(
    Float64Array.from({ length: values.length - 1 }, (_, i) => values[i + 1] - values[i]),
    order - 1,
  );
}

function sumOfSquares(values: Float64Array): number {
  return values.reduce((sum, x) => sum + x * x, 0);
}
