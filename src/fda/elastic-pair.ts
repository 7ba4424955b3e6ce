/** The cheapest warp between two step functions, as a path over the grid's nodes. */
export interface ElasticPath {
  /** Nodes along the first function's axis and along the second's, (0, 0) to (m−1, m−1); the warp is linear between them. */
  c: Int32Array;
  r: Int32Array;
  /** ‖q1 − (q2∘γ)√γ′‖² + λ‖1 − √γ′‖², both integrals exact. */
  cost: number;
}

/** The steps (dr, dc), 1 ≤ dr, dc ≤ 7 without a common factor: slopes 1/7 to 7. The diagonal comes first. */
const MOVES = movesUpTo(7);

function movesUpTo(most: number): [number, number][] {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  const steps = Array.from({ length: most }, (_, i) => i + 1);
  return steps.flatMap((dr) => steps.filter((dc) => gcd(dr, dc) === 1).map((dc): [number, number] => [dr, dc]));
}

/**
 * Elastic alignment by dynamic programming (Srivastava et al. 2011): the warp γ of a lattice with slopes between grid
 * steps of 1/7 and 7 that minimises ‖q1 − (q2∘γ)√γ′‖² + λ‖1 − √γ′‖² over t[0]..t[m−1]. The functions are steps (m − 1
 * values), so each integral is exact on any grid and the least cost is the same when the two change places. Of equal costs
 * the identity is kept. With a `band` only nodes |r − c| ≤ band are entered.
 */
export function elasticPair(
  t: Float64Array,
  q1: Float64Array,
  q2: Float64Array,
  { lambda, band }: { lambda: number; band: number | null },
): ElasticPath {
  const m = t.length;
  const reach = band ?? m;
  const cost = new Float64Array(m * m).fill(Number.POSITIVE_INFINITY);
  const from = new Uint8Array(m * m);
  cost[0] = 0;
  for (let r = 1; r < m; r++) {
    for (let c = Math.max(1, r - reach); c <= Math.min(m - 1, r + reach); c++) {
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k < MOVES.length; k++) {
        const [dr, dc] = MOVES[k];
        if (dr > r || dc > c) continue;
        const before = cost[(r - dr) * m + c - dc];
        if (before >= least) continue;
        const total = segmentCost(t, q1, q2, r - dr, c - dc, r, c, lambda, before, least);
        if (total < least) {
          least = total;
          from[r * m + c] = k;
        }
      }
      cost[r * m + c] = least;
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
  const span = t[c1] - t[c0];
  const slope = (t[r1] - t[r0]) / span;
  const root = Math.sqrt(slope);
  let total = before + lambda * (1 - root) ** 2 * span;
  let [i, j, x] = [c0, r0, t[c0]];
  while (total < enough) {
    const difference = q1[i] - root * q2[j];
    const lastX = i === c1 - 1;
    const lastY = j === r1 - 1;
    const endX = t[i + 1];
    const endY = lastY ? t[c1] : t[c0] + (t[j + 1] - t[r0]) / slope;
    const end = lastY || endX < endY ? endX : endY;
    total += difference * difference * Math.max(0, end - x);
    if (lastX && lastY) return total;
    if (!lastX && (lastY || endX <= endY)) i++;
    else j++;
    x = end;
  }
  return total;
}

/** The unpenalised ‖q1 − (q2∘γ)√γ′‖² of a path. */
export function pathCost(t: Float64Array, q1: Float64Array, q2: Float64Array, { c, r }: ElasticPath): number {
  let total = 0;
  for (let k = 1; k < c.length; k++) {
    total = segmentCost(t, q1, q2, r[k - 1], c[k - 1], r[k], c[k], 0, total, Number.POSITIVE_INFINITY);
  }
  return total;
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
