/** Numbers to read: a typed array (what hot paths hold) or a plain array. Never holds NaN unless a function says so. */
export type Values = Float64Array | readonly number[];

/**
 * simple-statistics is declared for number[] alone, but runs (and is tested here) on typed arrays, whose `slice` and
 * indexing are all it uses.
 */
export function asNumbers(values: Values): number[] {
  return values as number[];
}
