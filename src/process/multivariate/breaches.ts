import { formatInstant } from "../../contract/instant.ts";
import type { Keep, Signals } from "../control/signals.ts";
import { findStretches } from "../control/stretches.ts";
import type { Aligned } from "./align.ts";

/** Rows strictly above a limit, by their positions among the aligned rows, and runs of them. */
export interface Breaches extends Signals {
  /** 1 at a row above the limit. */
  above: Int8Array;
}

/** Finds the rows above a limit; a run goes on while the next grid instant has a complete row that breaches too. */
export function findBreaches(values: Float64Array, limit: number, { rows }: Aligned, keep: Keep): Breaches {
  const above = new Int8Array(values.length);
  const breaks = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) {
    above[i] = values[i] > limit ? 1 : 0;
    breaks[i] = i > 0 && rows[i] !== rows[i - 1] + 1 ? 1 : 0;
  }
  return { above, ...findStretches(above, breaks, { length: 1, each: true, steps: false }, keep) };
}

/** The instant of an aligned row. */
export function instantOf({ grid, rows }: Aligned, row: number): string {
  return formatInstant(grid.start + rows[row] * grid.step);
}
