import { pearson } from "./pearson.ts";
import { ranks } from "./ranks.ts";
import type { Values } from "./values.ts";

/** Spearman's rank correlation: Pearson's on average ranks. n < 2, unequal lengths or a constant side give NaN. */
export function spearman(x: Values, y: Values): number {
  return pearson(ranks(x), ranks(y));
}
