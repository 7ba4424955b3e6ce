/** PCG's multiplier 0x2360ED051FC65DA44385DF649FCCF645, lowest limb first. */
const M0 = 0x9fccf645;
const M1 = 0x4385df64;
const M2 = 0x1fc65da4;
const M3 = 0x2360ed05;

/**
 * s ← s · multiplier + c (mod 2¹²⁸) on four 32-bit limbs, lowest first: column by column, as by hand. A column's sum
 * stays below 2³⁵, which a double holds exactly.
 */
export function advance(s: Uint32Array, c: Uint32Array): void {
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

/** x ← x + y (mod 2¹²⁸). */
export function add(x: Uint32Array, y: Uint32Array): void {
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
