/** Relative rounding of one segment's cost, as a bound. */
export const ROUNDING = 16 * Number.EPSILON;

/**
 * Columns over t = 0 … n: sums of the first t values, their squares and the best objective, each with what its double
 * cannot hold beside it (so that differences are as exact as short sums), and where the best last segment starts.
 */
export interface Tables {
  sum: Float64Array;
  sumLow: Float64Array;
  squares: Float64Array;
  squaresLow: Float64Array;
  best: Float64Array;
  bestLow: Float64Array;
  last: Int32Array;
}

/** Running sums in double-double arithmetic (Knuth's exact addition), so that neither an offset nor the length costs digits. */
export function prefixSums(values: Float64Array, center: number, penalty: number): Tables {
  const n = values.length;
  const column = () => new Float64Array(n + 1);
  const tables = {
    sum: column(),
    sumLow: column(),
    squares: column(),
    squaresLow: column(),
    best: column(),
    bestLow: column(),
    last: new Int32Array(n + 1),
  };
  tables.best[0] = -penalty;
  for (let i = 0; i < n; i++) {
    const x = values[i] - center;
    extend(tables.sum, tables.sumLow, i, i + 1, x);
    extend(tables.squares, tables.squaresLow, i, i + 1, x * x);
  }
  return tables;
}

/** Sets the pair at `to` to the pair at `from` plus x. */
export function extend(high: Float64Array, low: Float64Array, from: number, to: number, x: number): void {
  const before = high[from];
  const sum = before + x;
  const part = sum - before;
  const rest = low[from] + (before - (sum - part) + (x - part));
  high[to] = sum + rest;
  low[to] = sum - high[to] + rest;
}
