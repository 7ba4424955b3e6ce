import type { Zone } from "../calendar.ts";
import { civilParts, DAY_US, type Frequency, weekdayOf } from "./frequency.ts";

/** A regular grid of labels: whole ranks, 0 at its origin. */
export interface Grid {
  /** The rank of a label, or null when it lies between the grid's labels. */
  rankOf(at: number): number | null;
  /** The label of a rank, in the index's own numbers. */
  labelAt(rank: number): number;
}

/**
 * The grid of a frequency through a label. Calendar units step through the wall-clock time of `zone` (null: the labels
 * are wall clocks, or UTC): a day there may last 23 or 25 hours. A wall-clock time that the zone skips moves to the
 * instant of the change; of a repeated one the first is meant.
 */
export function gridOf(frequency: Frequency, origin: number, zone: Zone | null): Grid {
  if (frequency.unit === "microsecond" || frequency.unit === "step") return evenGrid(frequency.n, origin);
  const civil = civilGrid(frequency, toCivil(origin, zone));
  if (zone === null) return civil;
  return { rankOf: (at) => civil.rankOf(toCivil(at, zone)), labelAt: (rank) => toInstant(civil.labelAt(rank), zone) };
}

/** Steps of 1/3 are not exact in doubles, so a rank may be off by this share of a step. */
const TOLERANCE = 1e-6;

function evenGrid(step: number, origin: number): Grid {
  return {
    rankOf(at) {
      const rank = (at - origin) / step;
      const whole = Math.round(rank);
      return Math.abs(rank - whole) <= TOLERANCE ? whole : null;
    },
    labelAt: (rank) => origin + rank * step,
  };
}

function civilGrid({ unit, n, month_day }: Frequency, origin: number): Grid {
  if (unit === "month") return monthGrid(n, month_day ?? 1, origin);
  if (unit === "day") {
    return {
      rankOf: (at) => whole((at - origin) / (n * DAY_US)),
      labelAt: (rank) => origin + rank * n * DAY_US,
    };
  }
  const first = businessDay(origin);
  const time = origin - Math.floor(origin / DAY_US) * DAY_US;
  return {
    rankOf(at) {
      const same = at - Math.floor(at / DAY_US) * DAY_US === time && weekdayOf(at) < 5;
      return same ? businessDay(at) - first : null;
    },
    labelAt(rank) {
      const day = first + rank;
      const week = Math.floor(day / 5);
      // Business day 0 is the Monday of 1970-01-05.
      return (week * 7 + (day - week * 5) + 4) * DAY_US + time;
    },
  };
}

function monthGrid(n: number, anchor: number | "end", origin: number): Grid {
  const start = civilParts(origin);
  const dayIn = (days: number) => (anchor === "end" ? days : Math.min(anchor, days));
  return {
    rankOf(at) {
      const { month, day, time, days } = civilParts(at);
      return time === start.time && day === dayIn(days) ? whole((month - start.month) / n) : null;
    },
    labelAt(rank) {
      const first = Date.UTC(1970, start.month + rank * n, 1) * 1000;
      return first + (dayIn(civilParts(first).days) - 1) * DAY_US + start.time;
    },
  };
}

/** Number of a business day, counted from Monday 1970-01-05; a weekend counts as its Friday. */
export function businessDay(us: number): number {
  const day = Math.floor(us / DAY_US) - 4;
  const week = Math.floor(day / 7);
  return week * 5 + Math.min(4, day - week * 7);
}

function whole(rank: number): number | null {
  return Number.isInteger(rank) ? rank : null;
}

/** An instant's wall-clock time in a zone, as microseconds as if UTC. */
export function toCivil(us: number, zone: Zone | null): number {
  return zone === null ? us : us + zone.offsetAt(us) * 1_000_000;
}

function toInstant(local: number, zone: Zone): number {
  const [instant] = zone.instantsOf(local);
  if (instant !== undefined) return instant;
  const change = zone
    .transitions(local - 2 * DAY_US, local + 2 * DAY_US)
    .find(({ at, before_s, after_s }) => local >= at + before_s * 1_000_000 && local < at + after_s * 1_000_000);
  return change?.at ?? local;
}
