import { quantile } from "./quantile.ts";
import type { Values } from "./values.ts";

/** Median: the middle value, or the mean of the two middle ones. n = 0 gives NaN. */
export function median(values: Values): number {
  return quantile(values, 0.5);
}
