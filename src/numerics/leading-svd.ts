import { bidiagonalize } from "./bidiagonalize.ts";
import { eigenvaluesTridiagonal } from "./eigen-symmetric.ts";
import { reflect } from "./householder.ts";
import { inverseIteration } from "./inverse-iteration.ts";
import type { Svd } from "./svd.ts";
import { svdOfMany } from "./svd-of-many.ts";

/** Below this many columns or rows, or from this share of the vectors on, all vectors cost no more. */
const FEW = 64;
const SHARE = 0.25;
/** A vector whose singular value is smaller than this share of the largest is not told from its mirror image well. */
const SMALL = 1e-6;

/**
 * All singular values of a matrix given by its columns, and the vectors of the first `k` at least: Householder reduction
 * to bidiagonal form B, the eigenvalues of the tridiagonal matrix that B and Bᵀ make up (Golub & Kahan 1965), and inverse
 * iteration. Errors are those of `svdOfMany`, which is asked where this is no saving or not exact enough; signs are not fixed.
 */
export function leadingSvd(columns: readonly Float64Array[], k: number): Svd {
  const rows = columns[0]?.length ?? 0;
  const q = Math.min(rows, columns.length);
  if (q < FEW || k > SHARE * q) return svdOfMany(columns);
  const largest = columns.reduce((most, column) => column.reduce((m, x) => Math.max(m, Math.abs(x)), most), 0) || 1;
  const wide = rows < columns.length;
  const tall = wide
    ? Array.from({ length: rows }, (_, i) => Float64Array.from(columns, (column) => column[i] / largest))
    : columns.map((column) => column.map((x) => x / largest));
  const found = leadingOfTall(tall, k);
  if (found === null) return svdOfMany(columns);
  const s = found.s.map((x) => x * largest);
  return wide ? { u: found.v, s, v: found.u } : { ...found, s };
}

function leadingOfTall(columns: Float64Array[], k: number): Svd | null {
  const { diagonal, above, left, right } = bidiagonalize(columns);
  const q = diagonal.length;
  // Of zeros on the diagonal and these beside them: its eigenvalues are ±s, its vectors v and u by turns.
  const off = Float64Array.from({ length: 2 * q - 1 }, (_, i) => (i % 2 === 0 ? diagonal[i / 2] : above[(i - 1) / 2]));
  const s = eigenvaluesTridiagonal(new Float64Array(2 * q), off)
    .slice(0, q)
    .map(Math.abs);
  const [u, v]: [Float64Array[], Float64Array[]] = [[], []];
  const vectors: Float64Array[] = [];
  for (let i = 0; i < k; i++) {
    const z = s[i] >= SMALL * s[0] ? inverseIteration(off, s[i], vectors, s[0]) : null;
    if (z === null) return null;
    vectors.push(z);
    u.push(unfold(z, 1, columns[0].length, left));
    v.push(unfold(z, 0, q, right));
  }
  return { u, s, v };
}

/** Every other entry of z as a unit vector of the matrix's own space. */
function unfold(
  z: Float64Array,
  from: 0 | 1,
  length: number,
  reflectors: Parameters<typeof reflect>[1][],
): Float64Array {
  const x = new Float64Array(length);
  for (let i = from, at = 0; i < z.length; i += 2, at++) x[at] = z[i];
  const norm = Math.sqrt(x.reduce((sum, y) => sum + y * y, 0));
  for (let r = reflectors.length - 1; r >= 0; r--) reflect(x, reflectors[r]);
  return x.map((y) => y / norm);
}
