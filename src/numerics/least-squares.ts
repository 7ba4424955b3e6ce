import { solveUpper, thinQr } from "./thin-qr.ts";

/** Ordinary least squares of y on columns. */
export interface LeastSquares {
  coefficients: Float64Array;
  /** Under independent errors of one variance, with s² = RSS/(n − k); NaN when n = k. */
  standard_errors: Float64Array;
  /** y less its fit. */
  residuals: Float64Array;
  /** Residual sum of squares; divisors are the caller's. */
  rss: number;
}

/**
 * Least squares by thin QR. `columns` are k columns as long as y (put in a column of ones for an intercept). Where a column
 * is a combination of those before it, answers its number instead; so it does when there are fewer rows than columns.
 */
export function leastSquares(columns: readonly Float64Array[], y: Float64Array): LeastSquares | number {
  const qr = thinQr(columns);
  if (typeof qr === "number") return qr;
  const k = columns.length;
  const coefficients = new Float64Array(k);
  const residuals = y.slice();
  qr.q.forEach((unit, j) => {
    for (let t = 0; t < y.length; t++) coefficients[j] += unit[t] * residuals[t];
    for (let t = 0; t < y.length; t++) residuals[t] -= coefficients[j] * unit[t];
  });
  solveUpper(qr.r, coefficients);
  const rss = residuals.reduce((sum, value) => sum + value * value, 0);
  const s2 = y.length > k ? rss / (y.length - k) : Number.NaN;
  return { coefficients, standard_errors: rowLengths(qr.r).map((length) => length * Math.sqrt(s2)), residuals, rss };
}

/** Lengths of the rows of R⁻¹: standard errors in units of s. */
function rowLengths(r: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(r.length);
  for (let c = 0; c < r.length; c++) {
    const unit = new Float64Array(r.length);
    unit[c] = 1;
    solveUpper(r, unit);
    for (let j = 0; j <= c; j++) sums[j] += unit[j] * unit[j];
  }
  return sums.map(Math.sqrt);
}
