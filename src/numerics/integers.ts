import { nextUint32, type Rng } from "./pcg64.ts";

/**
 * A whole number in [0, n) without bias: Lemire's multiplication (2019) on 32-bit draws, as numpy's
 * `Generator.integers(n)`. n = 1 draws nothing; n outside 1..2³²−1 throws RangeError.
 */
export function integers(rng: Rng, n: number): number {
  if (!(Number.isInteger(n) && n >= 1 && n < 2 ** 32)) throw new RangeError(`integers: n is 1 to 2^32-1, not ${n}`);
  if (n === 1) return 0;
  let draw = nextUint32(rng);
  let low = Math.imul(draw, n) >>> 0;
  if (low < n) {
    const threshold = (2 ** 32 - n) % n;
    while (low < threshold) {
      draw = nextUint32(rng);
      low = Math.imul(draw, n) >>> 0;
    }
  }
  return highProduct(draw, n);
}

/** ⌊a·b / 2³²⌋ for 32-bit a, b: each partial product stays below 2⁴⁸ and is exact in a double. */
function highProduct(a: number, b: number): number {
  const upper = a * (b >>> 16);
  const lower = a * (b & 0xffff);
  return Math.floor((upper + Math.floor(lower / 0x10000)) / 0x10000);
}
