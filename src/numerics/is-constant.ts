import type { Values } from "./values.ts";

/**
 * True when all values are equal (none and one are). Ask this and not whether a sum of squares is 0: the mean of equal
 * numbers can be off in the last bit.
 */
export function isConstant(values: Values): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}
