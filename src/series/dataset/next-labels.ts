import type { Zone } from "../calendar.ts";
import type { SeriesData } from "./dataset.ts";
import { gridOf } from "./grid.ts";
import { checkIndex } from "./index-check.ts";
import { noSpacing, requireRegular } from "./require.ts";

/**
 * The labels that follow the last row of a series at the given steps (1 is the next; 0 and below look back along the
 * grid), in the index's own numbers. Refuses IrregularIndex where the rows stand on no grid: nothing says what is next.
 */
export function nextLabels(data: SeriesData, steps: readonly number[], zone: Zone | null): Float64Array {
  const { index, frequency, label } = data;
  if (frequency === null) {
    requireRegular(label, index, checkIndex(index, null, zone));
    throw noSpacing(label);
  }
  const grid = gridOf(frequency, index.at[0], zone);
  const last = grid.rankOf(index.at[index.at.length - 1]) ?? index.at.length - 1;
  return Float64Array.from(steps, (step) => grid.labelAt(last + step));
}
