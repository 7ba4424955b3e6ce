import type { Transition, Zone } from "../series/calendar.ts";
import type { SeriesData } from "../series/dataset/dataset.ts";
import { labelText } from "../series/dataset/index-label.ts";

/** Microseconds of a day. */
const DAY = 86_400_000_000;

/**
 * What to know where clocks change and a season is of days: it counts rows, which are elapsed time, so that a course which
 * keeps to the clock comes an hour early or late after the change. Told of changes among the rows, and between the last
 * row and `last` (null: no steps are meant). Nothing without a zone, and where a season is no whole number of days.
 */
export function clockCautions(
  { index, frequency }: Pick<SeriesData, "index" | "frequency">,
  zone: Zone | null,
  period: number,
  last: number | null,
): string[] {
  if (zone === null || index.kind !== "instant" || period < 2) return [];
  if (frequency?.unit !== "microsecond" || frequency.n >= DAY || (period * frequency.n) % DAY !== 0) return [];
  const [first, cutoff] = [index.at[0], index.at[index.at.length - 1]];
  const at = (change: Transition) => `at ${labelText(index, change.at)}`;
  const counts = `the season of ${period} rows counts elapsed time`;
  const [before, more] = zone.transitions(first + 1, cutoff);
  const [ahead] = last === null ? [] : zone.transitions(cutoff + 1, last);
  return [
    ...(before === undefined
      ? []
      : [
          `clocks of ${zone.name} changed ${at(before)}${more === undefined ? "" : " and later"}, among the rows: ${counts}, so what keeps to the clock is an hour off in it before or after; rows of one side alone tell it better`,
        ]),
    ...(ahead === undefined
      ? []
      : [
          `clocks of ${zone.name} go ${ahead.after_s > ahead.before_s ? "forward" : "back"} ${at(ahead)}, among the steps: ${counts}, so from there on what keeps to the clock is forecast ${shift(ahead)} by the clock`,
        ]),
  ];
}

/** How far a season in elapsed time is from the clock after a change. */
function shift({ before_s, after_s }: Transition): string {
  const minutes = Math.abs(after_s - before_s) / 60;
  const amount = minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
  return `${amount} too ${after_s > before_s ? "late" : "early"}`;
}
