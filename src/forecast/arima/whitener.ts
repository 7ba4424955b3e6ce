/**
 * Turns columns (the series, then its regressors) into scaled one-step innovations v/√F of an ARMA process. All three
 * kinds — exact, conditional, with gaps — answer in this shape, so that the likelihood is one regression on top.
 */
export interface Whitener {
  /** One a column, same length as the columns; 0 in rows that do not count. Overwritten by every `run`. */
  whitened: Float64Array[];
  /** Rows that count. */
  count: number;
  /** Σ ln F over the rows that count; NaN where the coefficients admit no such process. */
  run(phi: Float64Array, theta: Float64Array): number;
}
