import { MOVES, STEEPEST, segmentCost } from "./elastic-path.ts";

/** What two step functions and a price of warping cost, for a lattice to be filled with. */
export interface ElasticCosts {
  t: Float64Array;
  q1: Float64Array;
  q2: Float64Array;
  lambda: number;
}

/**
 * Least costs of paths from (0, 0) to the nodes of a lattice, row by row. Node (r, c) stands at origin + r·stride + c. Nodes
 * that no path comes from stand around, so that no move has to be held against the edges.
 */
export interface Lattice {
  origin: number;
  stride: number;
  cost: Float64Array;
  /** The move that each node is reached by, one of `MOVES`. */
  from: Uint8Array;
}

/** Rows and columns around that no path comes from. */
const MARGIN = STEEPEST;

/** Nodes that are kept for m points: all of them, or those near the diagonal where that is fewer. */
export function latticeSize(m: number, reach: number): { rows: number; width: number; banded: boolean } {
  const [band, square] = [2 * reach + 1 + 2 * MARGIN, m + MARGIN];
  return { rows: m + MARGIN, width: Math.min(band, square), banded: band < square };
}

/** A lattice of m × m nodes, of which those up to `reach` from the diagonal can be reached and (0, 0) is. */
export function emptyLattice(m: number, reach: number): Lattice {
  const { rows, width, banded } = latticeSize(m, reach);
  const cost = new Float64Array(rows * width).fill(Number.POSITIVE_INFINITY);
  // Along the diagonal each row begins a column further on.
  const origin = MARGIN * width + MARGIN + (banded ? reach : 0);
  cost[origin] = 0;
  return { origin, stride: banded ? width - 1 : width, cost, from: new Uint8Array(rows * width) };
}

/** Fills one row of nodes at a time: `row` comes before its cells; a cell that costs `dearest` or more stays empty. */
export interface Cells {
  row(r: number): void;
  cell(r: number, c: number, dearest: number): void;
}

/** Cells of any grid: each step between nodes is cut where either function steps. */
export function cellsOfAnyGrid({ origin, stride, cost, from }: Lattice, { t, q1, q2, lambda }: ElasticCosts): Cells {
  return {
    row() {},
    cell(r, c, dearest) {
      const here = origin + r * stride + c;
      let least = dearest;
      let move = -1;
      for (let k = 0; k < MOVES.length; k++) {
        const [dr, dc] = MOVES[k];
        const before = cost[here - dr * stride - dc];
        // Most moves end here: where they come from costs as much already.
        if (before >= least) continue;
        const total = segmentCost(t, q1, q2, r - dr, c - dc, r, c, lambda, before, least);
        if (total >= least) continue;
        least = total;
        move = k;
      }
      if (move < 0) return;
      cost[here] = least;
      from[here] = move;
    },
  };
}

/** Columns that all moves cover together, those of move k from COLUMNS_OF[k] to COLUMNS_OF[k + 1] − 1. */
const COLUMNS_OF = Int32Array.from([0, ...MOVES.map((_, k) => MOVES.slice(0, k + 1).reduce((n, [, dc]) => n + dc, 0))]);
const N_COLUMNS = COLUMNS_OF[MOVES.length];

/**
 * Cells of a grid of equal steps h, in a quarter of the time. Over one column, where q1 is a constant a, a move of slope s
 * meets pieces of √s·q2 of shares w: ∫ (a − √s·q2)² = h·(a − mean)² + h·variance, both of √s·q2 with weights w. The
 * variances do not depend on the column, so they are summed once a row, and what is left are as many terms as columns.
 */
export function cellsOfEvenGrid({ origin, stride, cost, from }: Lattice, { t, q1, q2, lambda }: ElasticCosts): Cells {
  const m = t.length;
  const h = (t[m - 1] - t[0]) / (m - 1);
  const scale = Math.sqrt(h);
  const [a, b] = [q1, q2].map((q) => q.map((x) => x * scale));
  const mean = new Float64Array(N_COLUMNS);
  const fixed = new Float64Array(MOVES.length);
  const back = Int32Array.from(MOVES, ([dr, dc]) => dr * stride + dc);
  const price = MOVES.map(([dr, dc]) => lambda * (1 - Math.sqrt(dr / dc)) ** 2 * dc * h);
  return {
    row(r) {
      for (let k = 0; k < MOVES.length; k++) fixed[k] = price[k] + meetColumns(b, r, k, mean);
    },
    cell(r, c, dearest) {
      const here = origin + r * stride + c;
      let least = dearest;
      let move = -1;
      for (let k = 0; k < fixed.length; k++) {
        let total = cost[here - back[k]] + fixed[k];
        // Most moves end here.
        if (total >= least) continue;
        const last = COLUMNS_OF[k + 1];
        for (let p = COLUMNS_OF[k], column = c - last + p; p < last; p++, column++) {
          const difference = a[column] - mean[p];
          total += difference * difference;
        }
        if (total >= least) continue;
        least = total;
        move = k;
      }
      if (move < 0) return;
      cost[here] = least;
      from[here] = move;
    },
  };
}

/** Puts the means of √s·q2 over the columns of move k that ends in row r into `mean`; returns the sum of the variances. */
function meetColumns(q2: Float64Array, r: number, k: number, mean: Float64Array): number {
  const [dr, dc] = MOVES[k];
  // No node lies before the first row.
  if (dr > r) return 0;
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
    mean[COLUMNS_OF[k] + i] = Math.sqrt(slope) * centre;
    variances += slope * spread;
  }
  return variances;
}

/** The share of a column from low to high that row j, from j·dc to (j + 1)·dc, covers. */
function shareOf(j: number, low: number, high: number, dc: number): number {
  return (Math.min(high, (j + 1) * dc) - Math.max(low, j * dc)) / (high - low);
}
