import { formatInstant } from "../../contract/instant.ts";
import type { Zone } from "../../series/calendar.ts";
import { rowRefusal } from "./row-refusal.ts";

/** Places the wall-clock times of one series in UTC, in row order. */
export interface LocalOrder {
  /** Microseconds of the instant. `row` counts from 0. Refuses SchemaError for a time that clocks skipped. */
  place(local: number, row: number): number;
  /** To call after the last row: refuses SchemaError when a repeated hour was left unsettled. */
  finish(): void;
}

/** The rows so far inside one repeated hour. */
interface Repeat {
  row: number;
  rows: number;
  first: number;
  last: number;
  /** Instant of the row before the hour. */
  before: number;
  /** The wall clock stepped back: this row and those after it are the second pass. */
  second: boolean;
  /** Set when the second pass rests on even spacing: the step that the row after the hour must keep. */
  step: number | null;
}

/**
 * The zone's rules applied row by row. In an hour that clocks repeat, rows belong to the first pass until the wall
 * clock steps back and to the second from there; the hour must hold exactly one such step, because otherwise the rows
 * may be either. Two equal times alone in the hour count as one in each pass when that makes them evenly spaced with
 * the row before and the row after (hourly exports). A row is placed at once; the hour is judged when it ends.
 */
export function localOrder(zone: Zone, label: string): LocalOrder {
  const refuse = rowRefusal(label);
  const remedy = "export the hours around the clock change with UTC offsets";
  let steady = { from: 0, to: -1, offset_us: 0 };
  let repeat: Repeat | null = null;
  let previous = Number.NaN;

  function unsettled({ first, row, rows }: Repeat): Error {
    const found = `is in an hour that clocks in ${zone.name} repeat, and the order of its ${rows === 1 ? "one row" : `${rows} rows`} does not tell the first pass from the second`;
    return refuse("repeated_hour", row, wallClock(first), found, remedy);
  }

  function leave(next: number): void {
    const left = repeat;
    repeat = null;
    if (left && (!left.second || (left.step !== null && next - previous !== left.step))) throw unsettled(left);
  }

  function placeRepeated(local: number, row: number, [first, second]: number[]): number {
    if (!repeat) {
      repeat = { row, rows: 1, first: local, last: local, before: previous, second: false, step: null };
      return first;
    }
    repeat.rows++;
    const backwards = local < repeat.last;
    if (repeat.step !== null || (repeat.second && backwards)) throw unsettled(repeat);
    if (local === repeat.last && repeat.rows === 2 && second - first === first - repeat.before)
      repeat.step = second - first;
    repeat.second ||= backwards || repeat.step !== null;
    repeat.last = local;
    return repeat.second ? second : first;
  }

  function placeUnsteady(local: number, row: number): number {
    const instants = zone.instantsOf(local);
    if (instants.length > 1) return placeRepeated(local, row, instants);
    if (instants.length === 0) {
      throw refuse("skipped_time", row, wallClock(local), `does not exist in ${zone.name}: clocks skipped it`, remedy);
    }
    leave(instants[0]);
    steady = zone.steadySpan(local) ?? steady;
    return instants[0];
  }

  return {
    place(local, row) {
      const known = repeat === null && local >= steady.from && local < steady.to;
      previous = known ? local - steady.offset_us : placeUnsteady(local, row);
      return previous;
    },
    finish: () => leave(Number.NaN),
  };
}

function wallClock(local: number): string {
  return formatInstant(local).replace("T", " ").replace("Z", "");
}
