import { MOVES, STEEPEST } from "./elastic-path.ts";

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
  /** The move that each node is reached by, one of `MOVES`, or `NO_MOVE`. */
  from: Uint8Array;
}

/** What stands at a node that no path reaches. */
export const NO_MOVE = MOVES.length;

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
  return { origin, stride: banded ? width - 1 : width, cost, from: new Uint8Array(rows * width).fill(NO_MOVE) };
}

/**
 * Tries every move into the nodes of row r from column `first` to `last`: where one costs less than what stands there, it
 * and its cost are put there; of equal ones the first stays.
 */
export type TryRow = (r: number, first: number, last: number) => void;

export function square(x: number): number {
  return x * x;
}
