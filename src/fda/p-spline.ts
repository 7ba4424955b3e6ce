import { bSplineValues, uniformKnots } from "../numerics/b-spline.ts";
import { demmlerReinsch, type SmoothBasis } from "./demmler-reinsch.ts";

const DEGREE = 3;

/** A P-spline on one grid: its trend are the polynomials below the penalty's order. */
export interface PSpline extends SmoothBasis {
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
  const knots = uniformKnots(0, 1, n_basis, DEGREE);
  const found = demmlerReinsch(u, {
    n_basis,
    valuesAt: (x) => bSplineValues(x, knots, DEGREE),
    penalty: penaltyOf(n_basis, order).map((row) => row.map((x) => x * per_difference)),
    price: (coefficients) => per_difference * sumOfSquares(differences(coefficients, order)),
    free: Array.from({ length: order }, (_, q) => (x: number) => (2 * x - 1) ** q),
    balance: (gram) => {
      const trace = gram.reduce((sum, row, i) => sum + row[i], 0);
      return ((trace / n_basis) * (n_basis / Math.PI) ** order) / (per_difference * 4 ** order);
    },
  });
  return found && { ...found, per_difference };
}

/** DᵀD, by differencing the unit vectors. */
function penaltyOf(n_basis: number, order: number): Float64Array[] {
  const columns = Array.from({ length: n_basis }, (_, k) =>
    differences(new Float64Array(n_basis).fill(1, k, k + 1), order),
  );
  return columns.map((x) => Float64Array.from(columns, (y) => x.reduce((sum, value, i) => sum + value * y[i], 0)));
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
