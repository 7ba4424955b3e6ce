import type { SeriesData } from "./dataset.ts";

/** Steps this long or longer hold too few of an hour's rows to tell a cycle from a smooth curve. */
const MINUTE = 60_000_000;

/**
 * Seasonal periods that a frequency suggests, the shortest first: months and quarters of the year, days of the week and of
 * the year, and of shorter steps those of the day and the week. The hour is one for steps below a minute alone: the curve
 * of a day read every half hour resembles itself two rows on, and that is no season. None for numeric labels: nothing says
 * what they count.
 */
export function calendarPeriods({ frequency }: Pick<SeriesData, "frequency">): number[] {
  if (frequency === null) return [];
  const { unit, n } = frequency;
  if (unit === "month") return whole([12 / n]);
  if (unit === "business_day") return [5];
  if (unit === "day") return n === 1 ? [7, 365] : n === 7 ? [52] : [];
  if (unit !== "microsecond") return [];
  const [hour, day] = [60 * MINUTE, 1440 * MINUTE];
  return whole([...(n < MINUTE ? [hour] : []), day, 7 * day].map((span) => span / n));
}

function whole(periods: number[]): number[] {
  return periods.filter((period) => Number.isInteger(period) && period > 1);
}
