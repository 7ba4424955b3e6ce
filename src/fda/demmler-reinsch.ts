import { backwardSolve, cholesky, forwardSolve } from "../numerics/cholesky.ts";
import { eigenSymmetric } from "../numerics/eigen-symmetric.ts";
import { orthonormalBasis } from "../numerics/orthonormal-basis.ts";

/** A direction whose share of the data is below this is seen by no grid point. */
const UNSEEN = 1e-12;

/**
 * A basis with a price of roughness on one grid as its Demmler–Reinsch basis: orthonormal vectors over the grid points, in
 * which a smooth with any λ is the trend plus each mode times 1/(1 + λ·rate).
 */
export interface SmoothBasis {
  n_points: number;
  n_basis: number;
  /** Orthonormal vectors that no λ touches. */
  trend: Float64Array[];
  modes: Float64Array[];
  /** Positive. */
  rates: Float64Array;
  /** The functions of the trend and of the modes at other points. */
  at(u: Float64Array): Pick<SmoothBasis, "trend" | "modes">;
}

/** Values at a point of the functions that are not 0 there, from number `first` on. */
interface Row {
  first: number;
  values: Float64Array;
}

/** Functions, and what their combinations cost beside the plain sum of squares for λ = 1. */
export interface PricedBasis {
  n_basis: number;
  valuesAt(u: number): Row;
  /** A quadratic form of the coefficients, by its rows, and its value for some (which rounds less). */
  penalty: Float64Array[];
  price(coefficients: Float64Array): number;
  /** Functions that cost nothing and span all that do. */
  free: ((u: number) => number)[];
  /** Puts the penalty's scale amid the data's, so that rough and smooth modes are told apart equally well. */
  balance(gram: Float64Array[]): number;
}

/** Null when the points are too few or too close together to tell the free functions from each other and from a priced one. */
export function demmlerReinsch(u: Float64Array, basis: PricedBasis): SmoothBasis | null {
  const { n_basis, penalty, free } = basis;
  const design = Array.from(u, basis.valuesAt);
  const gram = gramOf(design, n_basis);
  const balance = basis.balance(gram);
  const lower = cholesky(gram.map((row, i) => row.map((x, j) => x + balance * penalty[i][j])));
  const trend = orthonormalBasis(free.map((f) => u.map(f)));
  if (lower === null || trend.length < free.length) return null;
  const { values, vectors } = eigenSymmetric(whitened(gram, lower));
  const seen = vectors.filter((_, k) => k >= free.length && values[k] > UNSEEN);
  const modes: Float64Array[] = [];
  const rates: number[] = [];
  for (const coefficients of seen) {
    backwardSolve(lower, coefficients);
    const mode = curveOf(design, coefficients);
    const length = Math.sqrt(mode.reduce((sum, x) => sum + x * x, 0));
    modes.push(mode.map((x) => x / length));
    coefficients.forEach((x, i) => {
      coefficients[i] = x / length;
    });
    rates.push(basis.price(coefficients));
  }
  if (modes.length === 0) return null;
  const at = (other: Float64Array) => {
    const rows = Array.from(other, basis.valuesAt);
    return { trend: elsewhere(trend, free, u, other), modes: seen.map((each) => curveOf(rows, each)) };
  };
  return { n_points: u.length, n_basis, trend, modes, rates: Float64Array.from(rates), at };
}

/** The combinations of the free functions that `trend` holds at the points u, at other points. */
function elsewhere(
  trend: Float64Array[],
  free: ((u: number) => number)[],
  u: Float64Array,
  other: Float64Array,
): Float64Array[] {
  // free = trend·R, so that trend elsewhere is free·R⁻¹; RᵀR = freeᵀ·free, and R⁻¹ = (RᵀR)⁻¹Rᵀ.
  const here = free.map((f) => u.map(f));
  const dot = (x: Float64Array, y: Float64Array) => x.reduce((sum, a, i) => sum + a * y[i], 0);
  const lower = cholesky(here.map((x) => Float64Array.from(here, (y) => dot(x, y))));
  if (lower === null) throw new Error("free functions that are independent have no Cholesky factor");
  return trend.map((unit) => {
    const weights = Float64Array.from(here, (f) => dot(f, unit));
    forwardSolve(lower, weights);
    backwardSolve(lower, weights);
    return other.map((x) => free.reduce((sum, f, i) => sum + weights[i] * f(x), 0));
  });
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
