import { IANAZone } from "luxon";

/** One change of a zone's UTC offset. */
export interface Transition {
  /** The first instant with the new offset; microseconds since the epoch. */
  at: number;
  /** Seconds east of UTC before and after. */
  before_s: number;
  after_s: number;
}

/** A zone's rules, found by asking for its offset and never by asking for a local time. */
export interface Zone {
  name: string;
  /** Seconds east of UTC at an instant (microseconds). */
  offsetAt(us: number): number;
  /** The changes with `from <= at <= to`, in time order. */
  transitions(from: number, to: number): Transition[];
  /**
   * The instants that a wall-clock time (microseconds, read as if UTC) names: two when clocks went back over it,
   * none when they skipped it, earliest first.
   */
  instantsOf(local: number): number[];
  /** The widest known span of wall-clock time around `local` in which one offset holds and no time is repeated or skipped. */
  steadySpan(local: number): { from: number; to: number; offset_us: number } | null;
}

const SECOND = 1_000_000;
/** Shorter than the time between any two changes in the tz database. */
const PROBE = 12 * 3600 * SECOND;
const DAY = 86_400 * SECOND;

/** The rules of an IANA zone, or null when there is no zone of that name. Offsets are exact to the second. */
export function findZone(name: string): Zone | null {
  if (!/^[A-Za-z]/.test(name) || !IANAZone.isValidZone(name)) return null;
  const zone = IANAZone.create(name);
  const offsetAt = (us: number) => Math.round(zone.offset(Math.floor(us / SECOND) * 1000) * 60);
  const years = new Map<number, Transition[]>();

  function ofYear(year: number): Transition[] {
    const known = years.get(year);
    if (known) return known;
    const found = probe(offsetAt, startOfYear(year), startOfYear(year + 1));
    years.set(year, found);
    return found;
  }

  function transitions(from: number, to: number): Transition[] {
    const found: Transition[] = [];
    for (let year = yearOf(from); year <= yearOf(to); year++) {
      for (const change of ofYear(year)) if (change.at >= from && change.at <= to) found.push(change);
    }
    return found;
  }

  function instantsOf(local: number): number[] {
    const near = transitions(local - 2 * DAY, local + 2 * DAY);
    const offsets = new Set([offsetAt(local - 2 * DAY), ...near.map((change) => change.after_s)]);
    return [...offsets]
      .map((offset) => local - offset * SECOND)
      .filter((us) => us + offsetAt(us) * SECOND === local)
      .sort((a, b) => a - b);
  }

  function steadySpan(local: number) {
    const [us, ...more] = instantsOf(local);
    if (us === undefined || more.length > 0) return null;
    const year = yearOf(us);
    const [start, end] = [startOfYear(year - 1), startOfYear(year + 2)];
    const changes = transitions(start, end);
    const before = changes.filter((change) => change.at <= us).at(-1);
    const after = changes.find((change) => change.at > us);
    const from = before ? before.at + Math.max(before.before_s, before.after_s) * SECOND : start + DAY;
    const to = after ? after.at + Math.min(after.before_s, after.after_s) * SECOND : end - DAY;
    return { from, to, offset_us: local - us };
  }

  return { name, offsetAt, transitions, instantsOf, steadySpan };
}

/** Changes in [from, to): a step of half a day finds the interval, halving finds the second. */
function probe(offsetAt: (us: number) => number, from: number, to: number): Transition[] {
  const found: Transition[] = [];
  let before = offsetAt(from - SECOND);
  for (let left = from - SECOND; left < to - SECOND; left += PROBE) {
    const right = Math.min(left + PROBE, to - SECOND);
    const after = offsetAt(right);
    if (after === before) continue;
    let [low, high] = [left, right];
    while (high - low > SECOND) {
      const middle = low + Math.floor((high - low) / (2 * SECOND)) * SECOND;
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    found.push({ at: high, before_s: before, after_s: after });
    before = after;
  }
  return found;
}

function startOfYear(year: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, 0, 1);
  return date.getTime() * 1000;
}

function yearOf(us: number): number {
  return new Date(Math.floor(us / 1000)).getUTCFullYear();
}
