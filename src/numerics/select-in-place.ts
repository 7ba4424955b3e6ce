import { quickselect } from "simple-statistics";
import { asNumbers } from "./values.ts";

/**
 * The k-th smallest value (from 0) of a buffer that is reordered for it: smaller ones stand before k, larger ones after
 * (Floyd & Rivest 1975). Expected O(n). k outside 0..n−1 gives NaN.
 */
export function selectInPlace(work: Float64Array, k: number): number {
  if (!(k >= 0 && k < work.length)) return Number.NaN;
  quickselect(asNumbers(work), k);
  return work[k];
}
