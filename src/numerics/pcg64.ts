import { add, advance } from "./lcg128.ts";
import { type Entropy, seedWords } from "./seed-sequence.ts";

/** A PCG64 generator: 128-bit numbers as four 32-bit limbs, lowest first. Every draw changes it in place. */
export interface Rng {
  state: Uint32Array;
  increment: Uint32Array;
  /** The last 64-bit output, low half first. */
  out: Uint32Array;
  /** High half of an output whose low half was drawn by `nextUint32`. */
  spare: number;
  hasSpare: boolean;
}

/**
 * PCG64 (XSL-RR 128/64, O'Neill 2014) seeded and read out exactly as numpy's `default_rng(entropy)`; with a spawn key,
 * as the child of that seed with this key. Throws RangeError on a seed that is no non-negative integer.
 */
export function pcg64(entropy: Entropy, spawnKey: readonly number[] = []): Rng {
  const w = seedWords(entropy, 8, spawnKey);
  const increment = Uint32Array.of(
    (w[6] << 1) | 1,
    (w[7] << 1) | (w[6] >>> 31),
    (w[4] << 1) | (w[7] >>> 31),
    (w[5] << 1) | (w[4] >>> 31),
  );
  const rng: Rng = { state: new Uint32Array(4), increment, out: new Uint32Array(2), spare: 0, hasSpare: false };
  advance(rng.state, increment);
  add(rng.state, Uint32Array.of(w[2], w[3], w[0], w[1]));
  advance(rng.state, increment);
  return rng;
}

/** Draws 64 bits into `rng.out` (low half first): step, then rotate high ⊕ low right by the top six bits. */
export function nextUint64(rng: Rng): void {
  advance(rng.state, rng.increment);
  const s = rng.state;
  const low = s[0] ^ s[2];
  const high = s[1] ^ s[3];
  const by = (s[3] >>> 26) & 31;
  const swap = s[3] >>> 31;
  rotated(rng.out, swap ? high : low, swap ? low : high, by);
}

function rotated(out: Uint32Array, low: number, high: number, by: number): void {
  out[0] = by === 0 ? low : (low >>> by) | (high << (32 - by));
  out[1] = by === 0 ? high : (high >>> by) | (low << (32 - by));
}

/** Draws 32 bits: the low half of a 64-bit output, then its high half (64-bit draws in between leave that half waiting). */
export function nextUint32(rng: Rng): number {
  if (rng.hasSpare) {
    rng.hasSpare = false;
    return rng.spare;
  }
  nextUint64(rng);
  rng.spare = rng.out[1];
  rng.hasSpare = true;
  return rng.out[0];
}
