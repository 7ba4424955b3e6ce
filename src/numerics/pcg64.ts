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

/** 0x2360ED051FC65DA44385DF649FCCF645, lowest limb first. */
const M0 = 0x9fccf645;
const M1 = 0x4385df64;
const M2 = 0x1fc65da4;
const M3 = 0x2360ed05;

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
  step(rng);
  add(rng.state, Uint32Array.of(w[2], w[3], w[0], w[1]));
  step(rng);
  return rng;
}

/** Draws 64 bits into `rng.out` (low half first): step, then rotate high ⊕ low right by the top six bits. */
export function nextUint64(rng: Rng): void {
  step(rng);
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

/** state ← state · multiplier + increment (mod 2¹²⁸), column by column; a column's sum stays below 2³⁵. */
function step(rng: Rng): void {
  const s = rng.state;
  const c = rng.increment;
  const s0 = s[0];
  const s1 = s[1];
  const s2 = s[2];
  const s3 = s[3];
  let sum = low32(s0, M0) + c[0];
  s[0] = sum;
  sum = carry(sum) + high32(s0, M0) + low32(s0, M1) + low32(s1, M0) + c[1];
  s[1] = sum;
  sum = carry(sum) + high32(s0, M1) + high32(s1, M0) + low32(s0, M2) + low32(s1, M1) + low32(s2, M0) + c[2];
  s[2] = sum;
  s[3] =
    carry(sum) +
    high32(s0, M2) +
    high32(s1, M1) +
    high32(s2, M0) +
    low32(s0, M3) +
    low32(s1, M2) +
    low32(s2, M1) +
    low32(s3, M0) +
    c[3];
}

function add(x: Uint32Array, y: Uint32Array): void {
  let sum = 0;
  for (let i = 0; i < x.length; i++) {
    sum = carry(sum) + x[i] + y[i];
    x[i] = sum;
  }
}

function carry(sum: number): number {
  return Math.floor(sum / 0x100000000);
}

function low32(a: number, b: number): number {
  return Math.imul(a, b) >>> 0;
}

/** Upper half of the 64-bit product of two 32-bit numbers, by 16-bit halves. */
function high32(a: number, b: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const first = (Math.imul(a1, b0) >>> 0) + (Math.imul(a0, b0) >>> 16);
  const second = (Math.imul(a0, b1) >>> 0) + (first & 0xffff);
  return (Math.imul(a1, b1) >>> 0) + (first >>> 16) + (second >>> 16);
}
