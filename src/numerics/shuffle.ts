import { nextUint32, type Rng } from "./pcg64.ts";

/** What can be shuffled in place: a plain or a typed array. */
interface Indexed<T> {
  readonly length: number;
  [index: number]: T;
}

/** Fisher–Yates from the last position down, in place, as numpy's `Generator.shuffle`; every order is equally likely. */
export function shuffle<T>(rng: Rng, items: Indexed<T>): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = upTo(rng, i);
    const held = items[i];
    items[i] = items[j];
    items[j] = held;
  }
}

/** 0 … n−1 in random order, as numpy's `Generator.permutation(n)`. */
export function permutation(rng: Rng, n: number): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  shuffle(rng, order);
  return order;
}

/** A whole number in [0, max] by masking a draw and rejecting what is too large. */
function upTo(rng: Rng, max: number): number {
  const mask = 0xffffffff >>> Math.clz32(max);
  for (;;) {
    const value = (nextUint32(rng) & mask) >>> 0;
    if (value <= max) return value;
  }
}
