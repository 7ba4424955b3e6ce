import { type ElasticCosts, type Lattice, square, type TryRow } from "./elastic-lattice.ts";
import { MOVES, STEEPEST } from "./elastic-path.ts";

/**
 * Rows of a grid of equal steps h. Over one column, where q1 is a constant a, a move of slope s meets pieces of √s·q2 of
 * shares w: ∫ (a − √s·q2)² = h·(a − mean)² + h·variance, both of √s·q2 with weights w. The variances do not depend on the
 * column, so they are summed once a row, and what is left are as many terms as columns.
 */
export function rowsOfEvenGrid(lattice: Lattice, { t, q1, q2, lambda }: ElasticCosts): TryRow {
  const m = t.length;
  const h = (t[m - 1] - t[0]) / (m - 1);
  const scale = Math.sqrt(h);
  const [a, b] = [q1, q2].map((q) => q.map((x) => x * scale));
  const means = new Float64Array(STEEPEST);
  const price = MOVES.map(([dr, dc]) => lambda * (1 - Math.sqrt(dr / dc)) ** 2 * dc * h);
  return (r, first, last) => {
    for (let k = 0; k < MOVES.length; k++) {
      const [dr, dc] = MOVES[k];
      if (dr > r) continue;
      const fixed = price[k] + meetColumns(b, r, k, means);
      tryEven(lattice, a, means, { r, first: Math.max(first, dc), last, k, fixed });
    }
  };
}

/** One move into the nodes of a row. All columns' terms are added up without a look in between: a branch costs more. */
function tryEven(
  { origin, stride, cost, from }: Lattice,
  a: Float64Array,
  [m0, m1, m2, m3, m4, m5, m6]: Float64Array,
  { r, first, last, k, fixed }: { r: number; first: number; last: number; k: number; fixed: number },
): void {
  const [dr, dc] = MOVES[k];
  const row = origin + r * stride;
  const back = dr * stride + dc;
  for (let c = first, q = first - dc; c <= last; c++, q++) {
    let total = cost[row + c - back] + fixed + square(a[q] - m0);
    if (dc > 1) total += square(a[q + 1] - m1);
    if (dc > 2) total += square(a[q + 2] - m2);
    if (dc > 3) total += square(a[q + 3] - m3);
    if (dc > 4) total += square(a[q + 4] - m4);
    if (dc > 5) total += square(a[q + 5] - m5);
    if (dc > 6) total += square(a[q + 6] - m6);
    if (total >= cost[row + c]) continue;
    cost[row + c] = total;
    from[row + c] = k;
  }
}

/** Puts the means of √s·q2 over the columns of move k that ends in row r into `mean`; returns the sum of the variances. */
function meetColumns(q2: Float64Array, r: number, k: number, mean: Float64Array): number {
  const [dr, dc] = MOVES[k];
  const slope = dr / dc;
  let variances = 0;
  for (let i = 0; i < dc; i++) {
    // In units of 1/dc of a row: the column runs from i·dr to (i + 1)·dr.
    const [low, high] = [i * dr, (i + 1) * dr];
    const first = Math.floor(low / dc);
    let centre = 0;
    for (let j = first; j * dc < high; j++) centre += shareOf(j, low, high, dc) * q2[r - dr + j];
    let spread = 0;
    for (let j = first; j * dc < high; j++) spread += shareOf(j, low, high, dc) * (q2[r - dr + j] - centre) ** 2;
    mean[i] = Math.sqrt(slope) * centre;
    variances += slope * spread;
  }
  return variances;
}

/** The share of a column from low to high that row j, from j·dc to (j + 1)·dc, covers. */
function shareOf(j: number, low: number, high: number, dc: number): number {
  return (Math.min(high, (j + 1) * dc) - Math.max(low, j * dc)) / (high - low);
}
