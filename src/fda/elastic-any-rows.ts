import { type ElasticCosts, type Lattice, square, type TryRow } from "./elastic-lattice.ts";
import { MOVES, STEEPEST } from "./elastic-path.ts";

/** Entries of the tables of one node: one for each number of steps that end there, and so many pieces for each of them. */
const N_STEPS = STEEPEST + 1;
const N_PIECES = (STEEPEST * (STEEPEST + 1)) / 2;
const piecesFrom = (steps: number) => (steps * (steps - 1)) / 2;

/** A function over the 1 to 7 steps that end at each node, so that a move has to be neither divided nor rooted. */
interface Steps {
  /** The root of their length, and the norms of the function's positive and negative part. */
  root: Float64Array;
  up: Float64Array;
  down: Float64Array;
  /** Values times that root, and where each step ends as a share of the length. */
  value: Float64Array;
  end: Float64Array;
}

function stepsOf(t: Float64Array, q: Float64Array): Steps {
  const [root, up, down] = [0, 1, 2].map(() => new Float64Array(t.length * N_STEPS));
  const [value, end] = [0, 1].map(() => new Float64Array(t.length * N_PIECES));
  for (let at = 1; at < t.length; at++) {
    let [above, below] = [0, 0];
    for (let steps = 1; steps <= Math.min(STEEPEST, at); steps++) {
      const first = at - steps;
      const length = t[at] - t[first];
      const square = q[first] ** 2 * (t[first + 1] - t[first]);
      if (q[first] > 0) above += square;
      else below += square;
      const here = at * N_STEPS + steps;
      root[here] = Math.sqrt(length);
      up[here] = Math.sqrt(above);
      down[here] = Math.sqrt(below);
      const piece = at * N_PIECES + piecesFrom(steps);
      for (let i = 0; i < steps; i++) {
        value[piece + i] = q[first + i] * root[here];
        end[piece + i] = i === steps - 1 ? 1 : (t[first + i + 1] - t[first]) / length;
      }
    }
  }
  return { root, up, down, value, end };
}

/** Share of a bound that rounding may take. */
const ROUNDING = 1e-9;

/**
 * Rows of any grid: a move is cut where either function steps. With lengths C and R along the two axes it costs the
 * integral over its share x of (√C·q1 − √R·q2)², and λ(√C − √R)². It costs at least the squared differences of the norms
 * of both functions' positive and of their negative parts, which spares most moves the integral.
 */
export function rowsOfAnyGrid({ origin, stride, cost, from }: Lattice, { t, q1, q2, lambda }: ElasticCosts): TryRow {
  const across = stepsOf(t, q1);
  const along = stepsOf(t, q2);
  return (r, first, last) => {
    const row = origin + r * stride;
    for (let k = 0; k < MOVES.length; k++) {
      const [dr, dc] = MOVES[k];
      if (dr > r) continue;
      const back = dr * stride + dc;
      const rows = r * N_STEPS + dr;
      for (let c = Math.max(first, dc); c <= last; c++) {
        const least = cost[row + c];
        const columns = c * N_STEPS + dc;
        const before = cost[row + c - back] + lambda * square(across.root[columns] - along.root[rows]);
        if (before >= least) continue;
        const norms = square(across.up[columns] - along.up[rows]) + square(across.down[columns] - along.down[rows]);
        if (before + norms * (1 - ROUNDING) >= least) continue;
        let total = before;
        let i = c * N_PIECES + piecesFrom(dc);
        let j = r * N_PIECES + piecesFrom(dr);
        for (let x = 0; x < 1 && total < least; ) {
          const difference = across.value[i] - along.value[j];
          const endX = across.end[i];
          const endY = along.end[j];
          const end = Math.min(endX, endY);
          total += difference * difference * (end - x);
          if (endX === end) i++;
          if (endY === end) j++;
          x = end;
        }
        if (total >= least) continue;
        cost[row + c] = total;
        from[row + c] = k;
      }
    }
  };
}
