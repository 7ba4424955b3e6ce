import { crossProducts } from "../../numerics/cross-products.ts";
import { eigenSymmetric } from "../../numerics/eigen-symmetric.ts";

/** Eigenvalues below this share of the largest are rounding: the tags are linearly dependent. */
const RANK_TOLERANCE = 1e-12;

/** Correlation structure of some columns. */
export interface Spectrum {
  /** Rows and columns. */
  n: number;
  p: number;
  means: Float64Array;
  /** Divisor n−1. */
  sds: Float64Array;
  /** Eigenvalues of the correlation matrix, largest first; they sum to p. */
  values: Float64Array;
  /** Loadings: `vectors[j][i]` is that of column i on component j; the largest of a component is positive. */
  vectors: Float64Array[];
  /** Components with an eigenvalue above rounding. */
  rank: number;
}

/** Sums of rows and of their products about fixed centers: they add up over blocks of rows, and subtract. */
export interface RowSums {
  n: number;
  sums: Float64Array;
  products: Float64Array;
}

/** Row sums of columns about `centers` over rows `from` to `to` (not inside). */
export function rowSums(columns: readonly Float64Array[], centers: Float64Array, from: number, to: number): RowSums {
  const sums = Float64Array.from(columns, (column, i) => {
    let sum = 0;
    for (let r = from; r < to; r++) sum += column[r] - centers[i];
    return sum;
  });
  return { n: to - from, sums, products: crossProducts(columns, centers, from, to) };
}

/** Adds (sign 1) or takes away (sign −1) the rows behind other sums about the same centers. */
export function combineSums(a: RowSums, b: RowSums, sign: 1 | -1): RowSums {
  return {
    n: a.n + sign * b.n,
    sums: a.sums.map((sum, i) => sum + sign * b.sums[i]),
    products: a.products.map((product, i) => product + sign * b.products[i]),
  };
}

/**
 * Eigen-decomposition of the correlation matrix (divisor n−1) behind row sums about `centers`. Null when a column does
 * not vary or there are fewer than 2 rows.
 */
export function spectrumOf({ n, sums, products }: RowSums, centers: Float64Array): Spectrum | null {
  const p = sums.length;
  if (n < 2) return null;
  const covariance = products.map((product, at) => (product - (sums[at % p] * sums[Math.floor(at / p)]) / n) / (n - 1));
  const sds = Float64Array.from({ length: p }, (_, i) => Math.sqrt(covariance[i * p + i]));
  if (sds.some((sd) => !(sd > 0))) return null;
  const correlation = Array.from(sds, (sd, i) =>
    sds.map((other, j) => (i === j ? 1 : covariance[i * p + j] / (sd * other))),
  );
  const { values, vectors } = eigenSymmetric(correlation);
  const rank = values.reduce((count, value) => count + (value > RANK_TOLERANCE * p * values[0] ? 1 : 0), 0);
  return { n, p, means: sums.map((sum, i) => centers[i] + sum / n), sds, values, vectors, rank: Math.min(rank, n - 1) };
}

/** Share of the variance that each component explains. */
export function explainedShares({ values }: Spectrum): Float64Array {
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => value / total);
}
