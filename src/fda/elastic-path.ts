import { gcd } from "../numerics/gcd.ts";

/** The cheapest warp between two step functions, as a path over the grid's nodes. */
export interface ElasticPath {
  /** Nodes along the first function's axis and along the second's, (0, 0) to (m−1, m−1); the warp is linear between them. */
  c: Int32Array;
  r: Int32Array;
  /** ‖q1 − (q2∘γ)√γ′‖² + λ‖1 − √γ′‖², both integrals exact. */
  cost: number;
}

/** The steepest slope of the lattice; its inverse is the flattest. */
export const STEEPEST = 7;

/** The steps (dr, dc), 1 ≤ dr, dc ≤ 7 without a common factor: slopes 1/7 to 7. The diagonal comes first. */
export const MOVES = movesUpTo(STEEPEST);

function movesUpTo(most: number): [number, number][] {
  const steps = Array.from({ length: most }, (_, i) => i + 1);
  return steps.flatMap((dr) => steps.filter((dc) => gcd(dr, dc) === 1).map((dc): [number, number] => [dr, dc]));
}

/** ‖q1 − (q2∘γ)√γ′‖² of a path, plus λ‖1 − √γ′‖². */
export function pathCost(
  t: Float64Array,
  q1: Float64Array,
  q2: Float64Array,
  { c, r }: Pick<ElasticPath, "c" | "r">,
  lambda = 0,
): number {
  let total = 0;
  for (let k = 1; k < c.length; k++) {
    total = segmentCost(t, q1, q2, r[k - 1], c[k - 1], r[k], c[k], lambda, total);
  }
  return total;
}

/** `before` plus the cost of a straight step between nodes. */
function segmentCost(
  t: Float64Array,
  q1: Float64Array,
  q2: Float64Array,
  r0: number,
  c0: number,
  r1: number,
  c1: number,
  lambda: number,
  before: number,
): number {
  const [left, low, right] = [t[c0], t[r0], t[c1]];
  const span = right - left;
  const slope = (t[r1] - low) / span;
  const root = Math.sqrt(slope);
  const inverse = 1 / slope;
  let total = before + lambda * (1 - root) * (1 - root) * span;
  let i = c0;
  let j = r0;
  let x = left;
  // Both functions are constant from x to the nearer of their next break points.
  for (;;) {
    const difference = q1[i] - root * q2[j];
    const lastX = i === c1 - 1;
    const lastY = j === r1 - 1;
    if (lastX && lastY) return total + difference * difference * Math.max(0, right - x);
    const endX = lastX ? right : t[i + 1];
    const endY = lastY ? right : left + (t[j + 1] - low) * inverse;
    const end = Math.min(endX, endY);
    if (end > x) total += difference * difference * (end - x);
    if (!lastX && (lastY || endX <= endY)) i++;
    else j++;
    x = end;
  }
}

/** Share of the grid that a path runs at the lattice's steepest slopes, 7 and 1/7, counted along the axis it runs along. */
export function steepShare({ c, r }: ElasticPath): number {
  let steps = 0;
  for (let k = 1; k < c.length; k++) {
    const [dc, dr] = [c[k] - c[k - 1], r[k] - r[k - 1]];
    if (dr === STEEPEST * dc || dc === STEEPEST * dr) steps += Math.max(dc, dr);
  }
  return steps / c[c.length - 1];
}

/** The path as a warp: γ(t_j) for every grid point. */
export function warpOfPath(t: Float64Array, { c, r }: ElasticPath): Float64Array {
  const warp = new Float64Array(t.length).fill(t[0], 0, 1);
  for (let k = 1; k < c.length; k++) {
    const slope = (t[r[k]] - t[r[k - 1]]) / (t[c[k]] - t[c[k - 1]]);
    for (let j = c[k - 1] + 1; j < c[k]; j++) warp[j] = t[r[k - 1]] + slope * (t[j] - t[c[k - 1]]);
    warp[c[k]] = t[r[k]];
  }
  return warp;
}
