import type { Values } from "../numerics/values.ts";

/** Values cut at a cap, and how many were. */
export interface Capped {
  values: Float64Array;
  n_capped: number;
}

/** Lowers every value above `cap` to it. */
export function capValues(values: Values, cap: number): Capped {
  const capped = Float64Array.from(values);
  let n_capped = 0;
  for (let i = 0; i < capped.length; i++) {
    if (capped[i] <= cap) continue;
    capped[i] = cap;
    n_capped++;
  }
  return { values: capped, n_capped };
}
