import { nextUint64, type Rng } from "./pcg64.ts";

/** A double in [0, 1): the top 53 bits of a draw times 2⁻⁵³ (numpy `Generator.random()`). */
export function uniform(rng: Rng): number {
  nextUint64(rng);
  return (rng.out[1] * 0x200000 + (rng.out[0] >>> 11)) * 2 ** -53;
}
