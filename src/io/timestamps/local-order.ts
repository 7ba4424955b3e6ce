import { formatInstant } from "../../contract/instant.ts";
import type { Zone } from "../../series/calendar.ts";
import { timeRefusal } from "./reader.ts";

/** Places the wall-clock times of one series in UTC, in row order. */
export interface LocalOrder {
  /** Microseconds of the instant. `row` counts from 0. Refuses SchemaError for a time that was skipped. */
  place(local: number, row: number): number;
  /** To call after the last row: refuses SchemaError when a repeated hour was left unsettled. */
  finish(): void;
}

/** Rows so far inside one repeated hour. */
interface Repeat {
  row: number;
  first: number;
  last: number;
  rows: number;
  /** The wall clock stepped back: rows from here on are the second pass. */
  second: boolean;
  /** Two equal times may be one row in each pass, if the rows around them are as evenly spaced as that makes them. */
  even: number | null;
}

/**
 * The zone's rules applied row by row. In an hour that clocks repeat, rows belong to the first pass until the wall
 * clock steps back and to the second from there; the hour must hold exactly one such step, because otherwise the rows
 * may be either. Two equal times alone in the hour count as one in each pass when this makes the rows around them
 * evenly spaced (hourly exports). Nothing looks ahead: a row is placed at once, and the hour is judged when it ends.
 */
export function localOrder(zone: Zone, label: string): LocalOrder {
  let [from, to, offset] = [0, -1, 0];
  let repeat: Repeat | null = null;
  let previous = Number.NaN;

  function leave(next: number): void {
    const left = repeat;
    repeat = null;
    if (!left) return;
    if (left.even !== null && next - previous !== left.even) left.second = false;
    if (!left.second) throw unsettled(left);
  }

  function unsettled(where: Repeat): Error {
    const text = wallClock(where.first);
    const found = `'${text}' in data row ${where.row + 1} is in an hour that clocks in ${zone.name} repeat, and the order of its ${where.rows} row${where.rows === 1 ? "" : "s"} does not tell the first pass from the second`;
    return timeRefusal(
      label,
      "repeated_hour",
      found,
      "export the hours around the clock change with UTC offsets",
      where.row,
      text,
    );
  }

  function placeRepeated(local: number, row: number, [first, second]: number[]): number {
    const seen = repeat;
    if (!seen) {
      repeat = { row, first: local, last: local, rows: 1, second: false, even: null };
      return first;
    }
    seen.rows++;
    if (seen.even !== null || (seen.second && local < seen.last)) throw unsettled(seen);
    if (local < seen.last) seen.second = true;
    if (local === seen.last && seen.rows === 2 && second - first === previous - beforeRepeat) {
      seen.second = true;
      seen.even = second - first;
    }
    seen.last = local;
    return seen.second ? second : first;
  }

  let beforeRepeat = Number.NaN;

  function placeUnsteady(local: number, row: number): number {
    const instants = zone.instantsOf(local);
    if (instants.length === 0) {
      const text = wallClock(local);
      const found = `'${text}' in data row ${row + 1} does not exist in ${zone.name}: clocks skipped it`;
      throw timeRefusal(
        label,
        "skipped_time",
        found,
        "export the hours around the clock change with UTC offsets",
        row,
        text,
      );
    }
    if (instants.length > 1) {
      if (!repeat) beforeRepeat = previous;
      return placeRepeated(local, row, instants);
    }
    const span = zone.steadySpan(local);
    if (span) [from, to, offset] = [span.from, span.to, span.offset_us];
    leave(instants[0]);
    return instants[0];
  }

  return {
    place(local, row) {
      if (local >= from && local < to && repeat === null) previous = local - offset;
      else previous = placeUnsteady(local, row);
      return previous;
    },
    finish() {
      leave(Number.NaN);
    },
  };
}

function wallClock(local: number): string {
  return formatInstant(local).replace("T", " ").replace("Z", "");
}
