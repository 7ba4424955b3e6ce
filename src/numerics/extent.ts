import type { Values } from "./values.ts";

/** Smallest and largest value in one pass. n = 0 gives NaN for both. */
export function extent(values: Values): { min: number; max: number } {
  if (values.length === 0) return { min: Number.NaN, max: Number.NaN };
  let min = values[0];
  let max = values[0];
  for (let i = 1; i < values.length; i++) {
    const x = values[i];
    if (x < min) min = x;
    else if (x > max) max = x;
  }
  return { min, max };
}
