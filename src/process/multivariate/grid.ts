import type { Window } from "../../contract/window.ts";

/** Instants at which several tags are compared: start, start + step, … */
export interface Grid {
  /** Microseconds since the epoch. */
  start: number;
  /** Microseconds; > 0. */
  step: number;
  n: number;
}

/** One tag on a grid. */
export interface GridColumn {
  /** One cell a grid instant; NaN where the tag has no sample at exactly that instant. */
  cells: Float64Array;
  n_filled: number;
  /** Samples whose instant was taken already, and how many of those held another value. */
  n_duplicates: number;
  n_conflicting: number;
  /** Samples between grid instants; no value is carried from them. */
  n_off_grid: number;
}

/** The grid of a window from its start; an end that is not part of the window is not part of the grid. */
export function gridOf(window: Window, rate_s: number): Grid {
  const step = rate_s * 1_000_000;
  const steps = Math.floor((window.end - window.start) / step);
  const onEnd = window.start + steps * step === window.end;
  return { start: window.start, step, n: onEnd && !window.end_inclusive ? steps : steps + 1 };
}

/** Places samples on the grid by exact instant; nothing is interpolated, carried or averaged. Samples lie in the grid's window. */
export function placeOnGrid({ start, step, n }: Grid, t: Float64Array, v: Float64Array): GridColumn {
  const cells = new Float64Array(n).fill(Number.NaN);
  const column = { cells, n_filled: 0, n_duplicates: 0, n_conflicting: 0, n_off_grid: 0 };
  for (let i = 0; i < t.length; i++) {
    const cell = (t[i] - start) / step;
    if (!Number.isInteger(cell) || cell >= n) {
      column.n_off_grid++;
    } else if (Number.isNaN(cells[cell])) {
      cells[cell] = v[i];
      column.n_filled++;
    } else {
      column.n_duplicates++;
      if (cells[cell] !== v[i]) column.n_conflicting++;
    }
  }
  return column;
}

/** Grid positions at which every column has a value, ascending. */
export function completeRows(columns: readonly Float64Array[], n: number): Int32Array {
  const whole = new Uint8Array(n).fill(1);
  let count = n;
  for (const cells of columns) {
    for (let i = 0; i < n; i++) {
      if (whole[i] === 0 || !Number.isNaN(cells[i])) continue;
      whole[i] = 0;
      count--;
    }
  }
  const rows = new Int32Array(count);
  for (let i = 0, k = 0; i < n; i++) if (whole[i] === 1) rows[k++] = i;
  return rows;
}

/** The cells of a column at some grid positions. */
export function pick(cells: Float64Array, rows: Int32Array): Float64Array {
  if (rows.length === cells.length) return cells;
  const picked = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) picked[i] = cells[rows[i]];
  return picked;
}
