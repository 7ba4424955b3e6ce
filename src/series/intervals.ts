import { quickselect } from "simple-statistics";
import { asNumbers } from "../numerics/values.ts";

/** Time between neighbouring rows, seconds; null with fewer than two rows. */
export interface IntervalStatistics {
  p05_s: number | null;
  median_s: number | null;
  p95_s: number | null;
  /** Median of the intervals that are longer than 0: repeated stamps say nothing about the sampling rate. */
  positive_median_s: number | null;
}

const LEVELS = 1024;
const SLOTS = 4 * LEVELS;

/** Type-7 quantiles of the intervals of all rows. Times must not run backwards. */
export function intervalStatistics(t: Float64Array): IntervalStatistics {
  const tally = tallyIntervals(t);
  const sorted = tally ?? selectIntervals(t);
  const quantile = (skip: number, p: number): number | null => {
    const n = sorted.count - skip;
    if (n <= 0) return null;
    const h = (n - 1) * p;
    const low = sorted.at(skip + Math.floor(h));
    const high = sorted.at(skip + Math.ceil(h));
    return (low + (h - Math.floor(h)) * (high - low)) / 1e6;
  };
  return {
    p05_s: quantile(0, 0.05),
    median_s: quantile(0, 0.5),
    p95_s: quantile(0, 0.95),
    positive_median_s: quantile(sorted.zeros, 0.5),
  };
}

/** Intervals in ascending order: how many, how many of length 0, and the one at a position, in microseconds. */
interface SortedIntervals {
  count: number;
  zeros: number;
  at(position: number): number;
}

/** Counts the intervals when they take few lengths, as a scanned tag's do; null when there are too many lengths. */
function tallyIntervals(t: Float64Array): SortedIntervals | null {
  const lengths = new Float64Array(SLOTS).fill(-1);
  const counts = new Float64Array(SLOTS);
  let levels = 0;
  let last = -1;
  let slot = 0;
  for (let i = 1; i < t.length; i++) {
    const d = t[i] - t[i - 1];
    if (d !== last) {
      slot = Math.imul(d % 4294967291, 0x9e3779b1) >>> 20;
      while (lengths[slot] !== d && lengths[slot] !== -1) slot = (slot + 1) % SLOTS;
      if (lengths[slot] === -1) {
        if (++levels > LEVELS) return null;
        lengths[slot] = d;
      }
      last = d;
    }
    counts[slot]++;
  }
  return fromTally(lengths, counts);
}

function fromTally(lengths: Float64Array, counts: Float64Array): SortedIntervals {
  const order = [...lengths.keys()].filter((i) => lengths[i] >= 0).sort((a, b) => lengths[a] - lengths[b]);
  const ends: number[] = [];
  for (const slot of order) ends.push((ends.at(-1) ?? 0) + counts[slot]);
  return {
    count: ends.at(-1) ?? 0,
    zeros: order.length > 0 && lengths[order[0]] === 0 ? counts[order[0]] : 0,
    at: (position) => lengths[order[ends.findIndex((end) => position < end)]],
  };
}

/** Many lengths: only the positions that are asked for are put in place, in ascending order, in one buffer. */
function selectIntervals(t: Float64Array): SortedIntervals {
  const d = new Float64Array(Math.max(0, t.length - 1));
  let zeros = 0;
  for (let i = 1; i < t.length; i++) {
    d[i - 1] = t[i] - t[i - 1];
    if (d[i - 1] === 0) zeros++;
  }
  return {
    count: d.length,
    zeros,
    at(position) {
      quickselect(asNumbers(d), position);
      return d[position];
    },
  };
}
