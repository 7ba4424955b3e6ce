import { chooseSeason } from "../seasonality/choose-season.ts";
import type { Training } from "../training.ts";

/** The stated season; or, when null, the shortest of the calendar's that passes the M4 test on differences, 1 when none does. */
export function seasonOf(stated: number | null, { y, periods }: Training): number {
  if (stated !== null) return stated;
  const known = y.filter((value) => Number.isFinite(value));
  return known.length < y.length
    ? 1
    : chooseSeason(
        y,
        periods.filter((period) => 2 * period <= y.length),
      ).period;
}
