import type { Zone } from "../calendar.ts";
import { civilParts, DAY_US, type Frequency, weekdayOf } from "./frequency.ts";
import { businessFrequency, dayFrequency, elapsedFrequency, monthFrequency, stepFrequency } from "./frequency-text.ts";
import { businessDay, toCivil } from "./grid.ts";

/** What the spacing of an index was found to be. */
export interface Spacing {
  frequency: Frequency | null;
  /** Why there is none; null when there is one. */
  reason: string | null;
  /** The most frequent gap between neighbours, and how many of the gaps are that; null below two labels. */
  modal_gap: number | null;
  n_modal: number;
  smallest_gap: number | null;
  largest_gap: number | null;
}

/**
 * Infers the frequency of ascending, distinct labels: the most frequent gap (the smallest of equals) whose grid holds
 * every label, tried as months that share an anchor, business days, days of `zone`, then elapsed time. A gap that the
 * grid does not explain means that there is none: nothing is rounded, and nothing defaults to days.
 */
export function inferFrequency(at: Float64Array, kind: "time" | "number", zone: Zone | null): Spacing {
  if (at.length < 2) {
    const reason = at.length === 0 ? "there are no labels" : "one label has no spacing";
    return { frequency: null, reason, modal_gap: null, n_modal: 0, smallest_gap: null, largest_gap: null };
  }
  const gaps = modeOf(differences(at));
  const frequency = kind === "number" ? ofNumbers(at, gaps.mode) : ofTimes(at, gaps.mode, zone);
  return {
    frequency,
    reason: frequency === null ? "no one spacing holds every label" : null,
    modal_gap: gaps.mode,
    n_modal: gaps.n,
    smallest_gap: gaps.least,
    largest_gap: gaps.greatest,
  };
}

/** The step is taken over the whole span: neighbours such as 0.2 and 0.3 are not 0.1 apart in doubles. */
function ofNumbers(at: Float64Array, gap: number): Frequency | null {
  const span = at[at.length - 1] - at[0];
  const step = Number((span / Math.round(span / gap)).toPrecision(12));
  const fits = at.every((label) => {
    const rank = (label - at[0]) / step;
    return Math.abs(rank - Math.round(rank)) <= 1e-6;
  });
  return fits ? stepFrequency(step) : null;
}

function ofTimes(at: Float64Array, gap: number, zone: Zone | null): Frequency | null {
  const civil = zone === null ? at : at.map((us) => toCivil(us, zone));
  // Calendar units keep the time of day; labels within days are told before any calendar is asked.
  const time = timeOfDay(civil[0]);
  if (!civil.every((us) => timeOfDay(us) === time)) return elapsed(at, gap);
  return months(civil) ?? businessDays(civil) ?? days(civil) ?? elapsed(at, gap);
}

function months(civil: Float64Array): Frequency | null {
  const parts = Array.from(civil, civilParts);
  const first = parts[0];
  const anchor = anchorOf(parts);
  if (anchor === null) return null;
  const { mode, allMultiples } = modeOf(differences(Float64Array.from(parts, ({ month }) => month)));
  return mode > 0 && allMultiples ? monthFrequency(mode, anchor, ((first.month % 12) + 12) % 12) : null;
}

/** The day of the month that all share: the last day, or one number (cut to shorter months). */
function anchorOf(parts: { day: number; days: number }[]): number | "end" | null {
  if (parts.every(({ day, days }) => day === days)) return "end";
  const most = parts.reduce((best, { day }) => Math.max(best, day), 0);
  return parts.every(({ day, days }) => day === Math.min(most, days)) ? most : null;
}

function businessDays(civil: Float64Array): Frequency | null {
  if (!civil.every((us) => weekdayOf(us) < 5)) return null;
  const { mode } = modeOf(differences(civil));
  const crosses = civil.some((us, i) => i > 0 && weekdayOf(us) < weekdayOf(civil[i - 1]));
  const span = businessDay(civil[civil.length - 1]) - businessDay(civil[0]) + 1;
  // Without a weekend in between, or with most days missing, these are days like any other.
  return mode === DAY_US && crosses && span <= 2 * civil.length ? businessFrequency() : null;
}

function days(civil: Float64Array): Frequency | null {
  const { mode, allMultiples } = modeOf(differences(civil));
  if (mode % DAY_US !== 0 || !allMultiples) return null;
  return dayFrequency(mode / DAY_US, weekdayOf(civil[0]));
}

function elapsed(at: Float64Array, gap: number): Frequency | null {
  return at.every((us) => (us - at[0]) % gap === 0) ? elapsedFrequency(gap) : null;
}

function timeOfDay(us: number): number {
  return us - Math.floor(us / DAY_US) * DAY_US;
}

function differences(at: Float64Array): Float64Array {
  return Float64Array.from({ length: at.length - 1 }, (_, i) => at[i + 1] - at[i]);
}

function modeOf(gaps: Float64Array) {
  const sorted = Float64Array.from(gaps).sort();
  let [mode, n] = [sorted[0], 0];
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && same(sorted[to], sorted[from])) to++;
    if (to - from > n) [mode, n] = [sorted[from], to - from];
    from = to;
  }
  const allMultiples = gaps.every((gap) => gap % mode === 0);
  return { mode, n, allMultiples, least: sorted[0], greatest: sorted[sorted.length - 1] };
}

/** Differences of decimal fractions differ in their last bits. */
function same(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-9 * Math.abs(b);
}
