import type { Rng } from "./pcg64.ts";
import { uniform } from "./uniform.ts";

/**
 * A random split of k positions into halves: 1 marks the ⌊k/2⌋ positions of the smallest of k uniform draws (ties to
 * the earlier position). Each such split is equally likely.
 */
export function balancedDraw(rng: Rng, k: number): Uint8Array {
  const draws = Float64Array.from({ length: k }, () => uniform(rng));
  const order = Array.from(draws.keys()).sort((a, b) => draws[a] - draws[b] || a - b);
  const marks = new Uint8Array(k);
  for (const position of order.slice(0, k >> 1)) marks[position] = 1;
  return marks;
}
