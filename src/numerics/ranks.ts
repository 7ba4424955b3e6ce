import type { Values } from "./values.ts";

/**
 * Ranks from 1, ties by their average (R: `rank(x)`). A sorted copy and two binary searches a value:
 * O(n log n) without an index sort, whose comparator would be the slowest part.
 */
export function ranks(values: Values): Float64Array {
  const sorted = new Float64Array(values).sort();
  const result = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    result[i] = (countBelow(sorted, values[i], false) + 1 + countBelow(sorted, values[i], true)) / 2;
  }
  return result;
}

/** How many sorted values lie below `x`, or at or below it when `orEqual`. */
function countBelow(sorted: Float64Array, x: number, orEqual: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < x || (orEqual && sorted[middle] === x)) low = middle + 1;
    else high = middle;
  }
  return low;
}
