import { civilToMicros, parseCivil } from "../contract/instant.ts";
import { BadCall } from "../contract/outcome.ts";
import type { Zone } from "../series/calendar.ts";
import type { TimeIndex } from "../series/dataset/dataset.ts";

/** The labels that a text names: those with `from <= label < to`, in microseconds. */
export interface LabelSpan {
  from: number;
  to: number;
}

const DAY = 86_400_000_000;

/**
 * The span that a text names on an index of times: a year, a quarter, a month, a day, or one time (to the microsecond).
 * On an index of instants, days and longer are those of its zone (UTC without one). BadCall for a text that is none of
 * these, and for a UTC offset where the labels have none, or none where they have one.
 */
export function labelSpan(text: string, kind: TimeIndex["kind"], zone: Zone | null, example: string): LabelSpan {
  const days = daysOf(text);
  if (days !== null) return kind === "civil" ? days : { from: startIn(zone, days.from), to: startIn(zone, days.to) };
  const time = parseCivil(text);
  if (time === null)
    throw new BadCall(`horizon: '${text}' is no label; write it like ${example}, or give a number of steps`);
  if (kind === "civil") {
    if (time.offset_s !== null)
      throw new BadCall(`horizon: '${text}' has a UTC offset, and the labels have none; write it like ${example}`);
    return { from: time.us, to: time.us + 1 };
  }
  if (time.offset_s !== null)
    return { from: time.us - time.offset_s * 1_000_000, to: time.us - time.offset_s * 1_000_000 + 1 };
  if (zone === null) throw new BadCall(`horizon: '${text}' has no UTC offset; append Z or an offset such as +01:00`);
  const instants = zone.instantsOf(time.us);
  if (instants.length === 0) throw new BadCall(`horizon: '${text}' does not exist in ${zone.name}: clocks skipped it`);
  return { from: instants[0], to: instants[instants.length - 1] + 1 };
}

/** The wall-clock days of a year, quarter, month or day; null for another text. */
function daysOf(text: string): LabelSpan | null {
  const months = /^(\d{4})(?:[- ]?Q([1-4])|-(\d{2}))?$/i.exec(text);
  if (months !== null) {
    const [year, quarter, month] = [Number(months[1]), Number(months[2] ?? 0), Number(months[3] ?? 0)];
    if (months[3] !== undefined && (month < 1 || month > 12)) return null;
    const first = quarter > 0 ? 3 * quarter - 2 : Math.max(month, 1);
    const count = quarter > 0 ? 3 : month > 0 ? 1 : 12;
    return { from: monthStart(year, first), to: monthStart(year, first + count) };
  }
  const day = parseCivil(text);
  return day?.date_only ? { from: day.us, to: day.us + DAY } : null;
}

/** `month` may run over the year's end. */
function monthStart(year: number, month: number): number {
  return civilToMicros(year + Math.floor((month - 1) / 12), ((month - 1) % 12) + 1, 1);
}

/** The first instant of a zone's day; where clocks skip midnight, the instant they do. */
function startIn(zone: Zone | null, midnight: number): number {
  if (zone === null) return midnight;
  return zone.instantsOf(midnight)[0] ?? midnight - zone.offsetAt(midnight - 2 * DAY) * 1_000_000;
}
