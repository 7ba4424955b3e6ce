import type { Scored } from "../other-components.ts";

type Pair = Pick<Scored, "actual" | "predicted">;

/** |y − f| of each row. */
export function absoluteErrors({ actual, predicted }: Pair): Float64Array {
  return actual.map((value, i) => Math.abs(value - predicted[i]));
}

/** (y − f)² of each row. */
export function squaredErrors({ actual, predicted }: Pair): Float64Array {
  return actual.map((value, i) => (value - predicted[i]) ** 2);
}
