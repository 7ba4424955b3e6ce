import { rowsOfAnyGrid } from "./elastic-any-rows.ts";
import { rowsOfEvenGrid } from "./elastic-even-rows.ts";
import { emptyLattice, type Lattice, NO_MOVE } from "./elastic-lattice.ts";
import { type ElasticPath, MOVES, pathCost } from "./elastic-path.ts";
import { squaredNorm } from "./srvf.ts";

/** Share of the functions' squared norms that a bound on a cost is widened by. */
const ROUNDING = 1e-12;
/** Steps that differ by less than this share of their mean are equal. */
const EVEN = 1e-11;

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
  known: Pick<ElasticPath, "c" | "r"> | null = null,
): ElasticPath {
  const m = t.length;
  const reach = band ?? m;
  const lattice = emptyLattice(m, reach);
  const tryRow = (isEven(t) ? rowsOfEvenGrid : rowsOfAnyGrid)(lattice, { t, q1, q2, lambda });
  const [rest1, rest2] = [restOf(t, q1), restOf(t, q2)];
  const atMost = Math.min(
    identityCost(t, q1, q2),
    known ? pathCost(t, q1, q2, known, lambda) : Number.POSITIVE_INFINITY,
  );
  const allowed = atMost + ROUNDING * (squaredNorm(t, q1) + squaredNorm(t, q2));
  for (let r = 1; r < m; r++) {
    const row = lattice.origin + r * lattice.stride;
    const [from, to] = [Math.max(1, r - reach), Math.min(m - 1, r + reach)];
    let [first, last] = [m, 0];
    for (let c = from; c <= to; c++) {
      const up = rest1.up[c] - rest2.up[r];
      const down = rest1.down[c] - rest2.down[r];
      // What a path through here may cost at most so far.
      const dearest = allowed - up * up - down * down;
      lattice.cost[row + c] = Math.max(0, dearest);
      if (dearest <= 0) continue;
      first = Math.min(first, c);
      last = c;
    }
    tryRow(r, first, last);
    for (let c = from; c <= to; c++) {
      if (lattice.from[row + c] === NO_MOVE) lattice.cost[row + c] = Number.POSITIVE_INFINITY;
    }
  }
  const path = backtrack(m, lattice);
  return { ...path, cost: pathCost(t, q1, q2, path, lambda) };
}

/** True for a grid of equal steps, within rounding. */
function isEven(t: Float64Array): boolean {
  const h = (t[t.length - 1] - t[0]) / (t.length - 1);
  return t.every((at, k) => k === 0 || Math.abs(at - t[k - 1] - h) <= EVEN * h);
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

function backtrack(m: number, { origin, stride, from }: Lattice): { c: Int32Array; r: Int32Array } {
  const path: [number, number][] = [[m - 1, m - 1]];
  for (let [r, c] = [m - 1, m - 1]; r > 0 && c > 0; ) {
    // Nothing is reached where both functions are 0: the identity is as good as any.
    const [dr, dc] = MOVES[from[origin + r * stride + c]] ?? MOVES[0];
    r -= dr;
    c -= dc;
    path.push([r, c]);
  }
  path.reverse();
  return { r: Int32Array.from(path, ([at]) => at), c: Int32Array.from(path, ([, at]) => at) };
}
