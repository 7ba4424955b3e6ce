import { quantile as selectQuantile } from "simple-statistics";
import { asNumbers, type Values } from "./values.ts";

/**
 * Quantiles by Hyndman & Fan's type 7 (the default of R, numpy and pandas): h = (n−1)p, linear between the order
 * statistics at ⌊h⌋ and ⌈h⌉. One selection pass serves all `ps`, each in [0, 1]; `values` is not changed.
 * n = 0 gives NaN for each.
 */
export function quantiles(values: Values, ps: readonly number[]): number[] {
  if (values.length === 0) return ps.map(() => Number.NaN);
  return selectQuantile(asNumbers(values), ps);
}

/** One type-7 quantile; see `quantiles`. */
export function quantile(values: Values, p: number): number {
  return quantiles(values, [p])[0];
}
