import type { Labelled, Span } from "../test/support/real-data.ts";

/** What a detector, or a control, did on the scored rows of one series. */
export interface Score {
  windows: number;
  windows_hit: number;
  /** Share of anomalous rows that are flagged; null without such rows. */
  anomalous_flagged: number | null;
  /** Share of normal rows that are flagged. */
  normal_flagged: number;
  /** Runs of flagged normal rows, per 1000 normal rows. */
  alarms: number;
}

/** The part of a series that is scored. */
export interface Scored {
  times: number[];
  /** 1 where a labelled window holds the row. */
  anomalous: Uint8Array;
  /** Labelled windows that hold at least one scored row, and none of the learned ones. */
  windows: Span[];
}

/** Cuts a series to the rows after those that its data set sets aside to learn from. */
export function scoredPart({ times, anomalies, learned }: Labelled): Scored {
  const rest = times.slice(learned);
  const holds = ([a, b]: Span, t: number) => a <= t && t <= b;
  return {
    times: rest,
    anomalous: Uint8Array.from(rest, (t) => (anomalies.some((span) => holds(span, t)) ? 1 : 0)),
    windows: anomalies.filter((span) => span[0] > times[learned - 1] && rest.some((t) => holds(span, t))),
  };
}

/** Scores the flags of one series' rows. */
export function score({ times, anomalous, windows }: Scored, flags: Uint8Array): Score {
  const rows = [0, 0];
  const flagged = [0, 0];
  let alarms = 0;
  let alarming = false;
  for (let i = 0; i < times.length; i++) {
    rows[anomalous[i]]++;
    flagged[anomalous[i]] += flags[i];
    const alarm = flags[i] === 1 && anomalous[i] === 0;
    if (alarm && !alarming) alarms++;
    alarming = alarm;
  }
  return {
    windows: windows.length,
    windows_hit: windows.filter(([a, b]) => times.some((t, i) => flags[i] === 1 && a <= t && t <= b)).length,
    anomalous_flagged: rows[1] > 0 ? flagged[1] / rows[1] : null,
    normal_flagged: flagged[0] / rows[0],
    alarms: (1000 * alarms) / rows[0],
  };
}

/** Flags `budget` rows at even distances: what hits a window by being everywhere. */
export function evenFlags(rows: number, budget: number): Uint8Array {
  const flags = new Uint8Array(rows);
  for (let k = 0; k < budget; k++) flags[Math.floor(((k + 0.5) * rows) / budget)] = 1;
  return flags;
}

const BINS = 100;

/** How often each hundredth of the scored part is anomalous, over the given series. */
export function positionProfile(others: Scored[]): Float64Array {
  const profile = new Float64Array(BINS);
  for (const { anomalous } of others) {
    const rows = new Float64Array(BINS);
    const hits = new Float64Array(BINS);
    anomalous.forEach((value, i) => {
      const bin = binOf(i, anomalous.length);
      rows[bin]++;
      hits[bin] += value;
    });
    for (let bin = 0; bin < BINS; bin++) if (rows[bin] > 0) profile[bin] += hits[bin] / rows[bin] / others.length;
  }
  return profile;
}

/** Flags the `budget` rows whose place in the record is most often anomalous elsewhere; of equal ones the earliest. */
export function clockFlags(rows: number, budget: number, profile: Float64Array): Uint8Array {
  const flags = new Uint8Array(rows);
  const places = Array.from({ length: rows }, (_, i) => i);
  places.sort((a, b) => profile[binOf(b, rows)] - profile[binOf(a, rows)] || a - b);
  for (const i of places.slice(0, budget)) flags[i] = 1;
  return flags;
}

function binOf(i: number, rows: number): number {
  return Math.floor((i * BINS) / rows);
}
