import { refusal } from "../../contract/outcome.ts";
import type { Zone } from "../calendar.ts";
import type { SeriesData } from "./dataset.ts";
import { gridOf } from "./grid.ts";
import { checkIndex } from "./index-check.ts";
import { requireRegular } from "./require.ts";

/**
 * The labels that follow the last row of a series at the given steps (1 is the next; 0 and below look back along the
 * grid), in the index's own numbers. Refuses IrregularIndex where the rows stand on no grid: nothing says what is next.
 */
export function nextLabels(data: SeriesData, steps: readonly number[], zone: Zone | null): Float64Array {
  const { index, frequency, label } = data;
  if (frequency === null) {
    requireRegular(label, index, checkIndex(index, null, zone));
    throw oneLabel(label);
  }
  const grid = gridOf(frequency, index.at[0], zone);
  const last = grid.rankOf(index.at[index.at.length - 1]) ?? index.at.length - 1;
  return Float64Array.from(steps, (step) => grid.labelAt(last + step));
}

function oneLabel(label: string): Error {
  const remedy = "state one with --frequency when the data are loaded";
  return refusal("IrregularIndex", `${label}: has no spacing to go on with; ${remedy}`, {
    check: "regular",
    observed: null,
    required: "a spacing",
    remedy,
  });
}

/**
 * Seasonal periods that a frequency suggests, the shortest first: months and quarters of the year, days of the week and of
 * the year, and of shorter steps those of the hour, the day and the week. None for numeric labels: nothing says what they count.
 */
export function calendarPeriods({ frequency }: Pick<SeriesData, "frequency">): number[] {
  if (frequency === null) return [];
  const { unit, n } = frequency;
  if (unit === "month") return whole([12 / n]);
  if (unit === "business_day") return [5];
  if (unit === "day") return n === 1 ? [7, 365] : n === 7 ? [52] : [];
  if (unit !== "microsecond") return [];
  const hour = 3_600_000_000;
  return whole([hour, 24 * hour, 168 * hour].map((span) => span / n));
}

function whole(periods: number[]): number[] {
  return periods.filter((period) => Number.isInteger(period) && period > 1);
}
