import { mean } from "../numerics/mean.ts";
import { sortedCopy } from "../numerics/sorted-copy.ts";
import { distinctOfSorted, madOfSorted, quantileOfSorted } from "../numerics/sorted-statistics.ts";
import { standardDeviation } from "../numerics/standard-deviation.ts";

/** The values of the valid rows, each counted once. */
export interface ValueStatistics {
  n: number;
  min: number | null;
  p05: number | null;
  median: number | null;
  p95: number | null;
  max: number | null;
  /** Σx/n. */
  mean: number | null;
  /** Divisor n−1. */
  std: number | null;
  /** Median |x − median|, unscaled. */
  mad: number | null;
  distinct: number | null;
}

/**
 * Order statistics (type-7 quantiles), mean, spread and number of distinct values of the rows where `valid` is not 0.
 * All null without such rows; std and mad are null with one; mean, std and mad where a double cannot hold their sums.
 */
export function valueStatistics(v: Float64Array, valid: Uint8Array): ValueStatistics {
  const sorted = sortedCopy(v, valid);
  const n = sorted.length;
  if (n === 0) {
    const none = { min: null, p05: null, median: null, p95: null, max: null, mean: null, std: null, mad: null };
    return { n, ...none, distinct: null };
  }
  return {
    n,
    min: sorted[0],
    p05: quantileOfSorted(sorted, 0.05),
    median: quantileOfSorted(sorted, 0.5),
    p95: quantileOfSorted(sorted, 0.95),
    max: sorted[n - 1],
    mean: finite(mean(sorted)),
    std: n > 1 ? finite(standardDeviation(sorted)) : null,
    mad: n > 1 ? finite(madOfSorted(sorted)) : null,
    distinct: distinctOfSorted(sorted),
  };
}

function finite(x: number): number | null {
  return Number.isFinite(x) ? x : null;
}

/** Consecutive valid rows of one value. */
export interface ConstantRun {
  /** Microseconds: first and last row of the run. */
  start: number;
  end: number;
  samples: number;
}

/** How the value moves from one valid row to the next. */
export interface Movement {
  /** From the last change to the last valid row; the whole valid span when the value never changes. Null below two rows. */
  stall_s: number | null;
  /** Changes per hour of the valid span; null below two rows or without a span. */
  changes_per_hour: number | null;
  /** The longest run by time, then by samples, then the earliest. Gaps and rows that are not valid do not end a run. */
  constant_run: ConstantRun | null;
}

/** Changes and constant runs over the rows where `valid` is not 0, in file order. */
export function movement({ t, v }: { t: Float64Array; v: Float64Array }, valid: Uint8Array): Movement {
  let first = -1;
  let last = -1;
  let n = 0;
  let changes = 0;
  let runStart = 0;
  let runSamples = 0;
  const best = { start: 0, end: -1, samples: 0 };
  for (let i = 0; i < t.length; i++) {
    if (valid[i] === 0) continue;
    if (n++ === 0) first = runStart = i;
    else if (v[i] !== v[last]) {
      keepLonger(best, t[runStart], t[last], runSamples);
      changes++;
      runStart = i;
      runSamples = 0;
    }
    runSamples++;
    last = i;
  }
  if (n === 0) return { stall_s: null, changes_per_hour: null, constant_run: null };
  keepLonger(best, t[runStart], t[last], runSamples);
  const hours = (t[last] - t[first]) / 3.6e9;
  return {
    stall_s: n > 1 ? (t[last] - t[runStart]) / 1e6 : null,
    changes_per_hour: n > 1 && hours > 0 ? changes / hours : null,
    constant_run: best,
  };
}

function keepLonger(best: ConstantRun, start: number, end: number, samples: number): void {
  const gain = end - start - (best.end - best.start);
  if (gain < 0 || (gain === 0 && samples <= best.samples)) return;
  best.start = start;
  best.end = end;
  best.samples = samples;
}
