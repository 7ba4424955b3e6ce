import { quantileOfTally } from "../numerics/quantile-of-tally.ts";
import { selectInPlace } from "../numerics/select-in-place.ts";

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
  const quantile = tallyIntervals(t) ?? selectIntervals(t);
  const seconds = (p: number, positive: boolean) => {
    const us = quantile(p, positive);
    return Number.isNaN(us) ? null : us / 1e6;
  };
  return {
    p05_s: seconds(0.05, false),
    median_s: seconds(0.5, false),
    p95_s: seconds(0.95, false),
    positive_median_s: seconds(0.5, true),
  };
}

/** A quantile of all intervals or of the positive ones, microseconds; NaN when there is none. */
type Quantile = (p: number, positive: boolean) => number;

/** Counts the intervals when they take few lengths, as a scanned tag's do; null when there are too many lengths. */
function tallyIntervals(t: Float64Array): Quantile | null {
  const lengths = new Float64Array(SLOTS).fill(-1);
  const counts = new Float64Array(SLOTS);
  let levels = 0;
  let last = -1;
  let slot = 0;
  for (let i = 1; i < t.length; i++) {
    const d = t[i] - t[i - 1];
    if (d !== last) {
      // The top 12 bits of a multiplicative hash: SLOTS is 2^12.
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
  const order = [...lengths.keys()].filter((i) => lengths[i] >= 0).sort((a, b) => lengths[a] - lengths[b]);
  const [values, times] = [order.map((i) => lengths[i]), order.map((i) => counts[i])];
  const zeros = values[0] === 0 ? 1 : 0;
  return (p, positive) => quantileOfTally(values.slice(positive ? zeros : 0), times.slice(positive ? zeros : 0), p);
}

/** Many lengths: one buffer, in which only the positions that are asked for are put in place. */
function selectIntervals(t: Float64Array): Quantile {
  const d = new Float64Array(t.length - 1);
  let zeros = 0;
  for (let i = 1; i < t.length; i++) {
    d[i - 1] = t[i] - t[i - 1];
    if (d[i - 1] === 0) zeros++;
  }
  return (p, positive) => {
    const skip = positive ? zeros : 0;
    const h = (d.length - skip - 1) * p;
    const low = selectInPlace(d, skip + Math.floor(h));
    return low + (h - Math.floor(h)) * (selectInPlace(d, skip + Math.ceil(h)) - low);
  };
}
