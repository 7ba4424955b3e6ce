import { squaredNorm } from "./srvf.ts";

/** The cheapest warp between two step functions, as a path over the grid's nodes. */
export interface ElasticPath {
  /** Nodes along the first function's axis and along the second's, (0, 0) to (m−1, m−1); the warp is linear between them. */
  c: Int32Array;
  r: Int32Array;
  /** ‖q1 − (q2∘γ)√γ′‖² + λ‖1 − √γ′‖², both integrals exact. */
  cost: number;
}

const STEEPEST = 7;
/** The steps (dr, dc), 1 ≤ dr, dc ≤ 7 without a common factor: slopes 1/7 to 7. The diagonal comes first. */
const MOVES = movesUpTo(STEEPEST);
const ROWS = Int32Array.from(MOVES, ([dr]) => dr);
/** Share of the functions' squared norms that a bound on a cost is widened by. */
const ROUNDING = 1e-12;
const COLUMNS = Int32Array.from(MOVES, ([, dc]) => dc);

function movesUpTo(most: number): [number, number][] {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  const steps = Array.from({ length: most }, (_, i) => i + 1);
  return steps.flatMap((dr) => steps.filter((dc) => gcd(dr, dc) === 1).map((dc): [number, number] => [dr, dc]));
}

/**
 * Elastic alignment by dynamic programming (Srivastava et al. 2011): the warp γ of a lattice with slopes between grid
 * steps of 1/7 and 7 that minimises ‖q1 − (q2∘γ)√γ′‖² + λ‖1 − √γ′‖² over t[0]..t[m−1]. The functions are steps (m − 1
 * values), so each integral is exact on any grid and the least cost is the same when the two change places. Of equal costs
 * the identity is kept. With a `band` only nodes |r − c| ≤ band are entered. Nodes that no path as cheap as the identity,
 * or as `known` (a path inside the band), can cross are left out: it is faster where these are good, and the same path.
 */
export function elasticPair(
  t: Float64Array,
  q1: Float64Array,
  q2: Float64Array,
  { lambda, band }: { lambda: number; band: number | null },
  known: ElasticPath | null = null,
): ElasticPath {
  const m = t.length;
  const reach = band ?? m;
  const atMost = Math.min(
    identityCost(t, q1, q2),
    known ? pathCost(t, q1, q2, known, lambda) : Number.POSITIVE_INFINITY,
  );
  const [rest1, rest2] = [restOf(t, q1), restOf(t, q2)];
  const allowed = atMost + ROUNDING * (squaredNorm(t, q1) + squaredNorm(t, q2));
  const cost = new Float64Array(m * m).fill(Number.POSITIVE_INFINITY);
  const from = new Uint8Array(m * m);
  cost[0] = 0;
  for (let r = 1; r < m; r++) {
    const last = Math.min(m - 1, r + reach);
    for (let c = Math.max(1, r - reach); c <= last; c++) {
      const up = rest1.up[c] - rest2.up[r];
      const down = rest1.down[c] - rest2.down[r];
      const dearest = allowed - up * up - down * down;
      if (dearest <= 0) continue;
      let least = dearest;
      let move = 0;
      for (let k = 0; k < ROWS.length; k++) {
        const r0 = r - ROWS[k];
        const c0 = c - COLUMNS[k];
        // Most moves end here: where they come from costs as much already.
        if (r0 < 0 || c0 < 0 || cost[r0 * m + c0] >= least) continue;
        const total = segmentCost(t, q1, q2, r0, c0, r, c, lambda, cost[r0 * m + c0], least);
        if (total < least) {
          least = total;
          move = k;
        }
      }
      if (least === dearest) continue;
      cost[r * m + c] = least;
      from[r * m + c] = move;
    }
  }
  return { ...backtrack(m, from), cost: cost[m * m - 1] };
}

/** `before` plus the cost of a straight step between nodes; stops early, at any value ≥ `enough`, when it gets there. */
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
  enough: number,
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
  while (total < enough) {
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
  return total;
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
    total = segmentCost(t, q1, q2, r[k - 1], c[k - 1], r[k], c[k], lambda, total, Number.POSITIVE_INFINITY);
  }
  return total;
}

function identityCost(t: Float64Array, q1: Float64Array, q2: Float64Array): number {
  return squaredNorm(
    t,
    q1.map((x, k) => x - q2[k]),
  );
}

/**
 * √∫ q₊² and √∫ q₋² from each node to the end. What is left of a path costs at least (Δup)² + (Δdown)², the differences of
 * these for both functions, because ⟨a, b⟩ ≤ ‖a₊‖‖b₊‖ + ‖a₋‖‖b₋‖ and warping keeps every norm.
 */
function restOf(t: Float64Array, q: Float64Array): { up: Float64Array; down: Float64Array } {
  const up = new Float64Array(t.length);
  const down = new Float64Array(t.length);
  for (let k = q.length - 1; k >= 0; k--) {
    const square = q[k] ** 2 * (t[k + 1] - t[k]);
    up[k] = up[k + 1] + (q[k] > 0 ? square : 0);
    down[k] = down[k + 1] + (q[k] < 0 ? square : 0);
  }
  return { up: up.map(Math.sqrt), down: down.map(Math.sqrt) };
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

function backtrack(m: number, from: Uint8Array): { c: Int32Array; r: Int32Array } {
  const path: [number, number][] = [[m - 1, m - 1]];
  for (let [r, c] = [m - 1, m - 1]; r > 0 && c > 0; ) {
    const [dr, dc] = MOVES[from[r * m + c]];
    r -= dr;
    c -= dc;
    path.push([r, c]);
  }
  path.reverse();
  return { r: Int32Array.from(path, ([at]) => at), c: Int32Array.from(path, ([, at]) => at) };
}
