import type { Rng } from "./pcg64.ts";
import { uniform } from "./uniform.ts";

/**
 * A random split of k positions into halves: 1 marks the ⌊k/2⌋ positions of the smallest of k uniform draws (ties to
 * the earlier position). Each such split is equally likely.
 */
export function balancedDraw(rng: Rng, k: number): Uint8Array {
  const draws = new Float64Array(k);
  for (let i = 0; i < k; i++) draws[i] = uniform(rng);
  let left = k >> 1;
  const limit = draws.slice().sort()[left - 1];
  const marks = new Uint8Array(k);
  const mark = (i: number) => {
    marks[i] = 1;
    left--;
  };
  for (let i = 0; i < k; i++) if (draws[i] < limit) mark(i);
  for (let i = 0; left > 0; i++) if (draws[i] === limit) mark(i);
  return marks;
}
