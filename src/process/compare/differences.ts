import { pick } from "../multivariate/grid.ts";

/**
 * First differences of columns on a grid, taken only between two complete rows that are neighbours on the grid: a hole
 * never becomes one large step. `rows` are the positions of the complete rows, ascending.
 */
export function firstDifferences(columns: readonly Float64Array[], rows: Int32Array): Float64Array[] {
  const second = rows.filter((row, i) => i > 0 && row === rows[i - 1] + 1);
  return columns.map((cells) => {
    const steps = pick(cells, second);
    return steps.map((value, i) => value - cells[second[i] - 1]);
  });
}
