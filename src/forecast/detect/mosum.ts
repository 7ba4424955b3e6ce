import type { Detection } from "../other-components.ts";
import { cusum, runningSums } from "./cusum.ts";

/** How the peaks of the statistic become changes. */
export interface MosumOptions {
  /** Rows on each side of a change; several are joined from the shortest up. */
  bandwidths: number[];
  /** What a statistic must exceed, in scaled units. */
  threshold: number;
  selection: "local_optimum" | "detection_length";
  /** Share of the bandwidth that must exceed the threshold together (detection_length). */
  min_detection_fraction: number;
  /** Share of the bandwidth on each side in which a peak must be the highest (local_optimum). */
  local_optimum_fraction: number;
}

/**
 * Moving-sum statistic (Eichinger & Kirch 2018): the CUSUM statistic of the `bandwidth` rows before and from each row on;
 * windows that would leave the series are moved inside it. NaN at row 0. n ≥ 2·bandwidth.
 */
export function mosumStatistic(y: Float64Array, bandwidth: number): Float64Array {
  const n = y.length;
  const sums = runningSums(y);
  return y.map((_, t) => {
    if (t === 0) return Number.NaN;
    const start = Math.min(Math.max(0, t - bandwidth), n - 2 * bandwidth);
    const end = Math.max(Math.min(n, t + bandwidth), 2 * bandwidth);
    return cusum(sums, start, t, end);
  });
}

/**
 * The asymptotic 1 − alpha quantile of the largest statistic in independent noise of variance 1 (Eichinger & Kirch 2018,
 * theorem 2.1): (b − ln ln(1/√(1 − alpha)))/a, a = √(2 ln(n/G)), b = 2 ln(n/G) + ½ ln ln(n/G) + ln(3/2) − ½ ln π.
 */
export function mosumThreshold(n: number, bandwidth: number, alpha: number): number {
  const log = Math.log(n / bandwidth);
  const b = 2 * log + 0.5 * Math.log(log) + Math.log(1.5) - 0.5 * Math.log(Math.PI);
  return (b - Math.log(-0.5 * Math.log(1 - alpha))) / Math.sqrt(2 * log);
}

/** Changes at the peaks of the statistic, of all bandwidths together. Rising positions. */
export function mosumChanges(y: Float64Array, options: MosumOptions): Detection[] {
  const found: Detection[] = [];
  for (const bandwidth of [...options.bandwidths].sort((a, b) => a - b)) {
    const statistic = mosumStatistic(y, bandwidth);
    const apart = Math.trunc(options.local_optimum_fraction * bandwidth);
    for (const position of peaksOf(statistic, bandwidth, options)) {
      const near = found.some((each) => Math.abs(each.position - position) < Math.max(1, apart));
      if (near && options.bandwidths.length > 1) continue;
      const value = statistic[position];
      found.push({ position, score: Math.abs(value), direction: value > 0 ? "up" : "down" });
    }
  }
  return found.sort((a, b) => a.position - b.position);
}

/** The highest row of each run above the threshold, where the run is long enough or its peak the highest around it. */
function peaksOf(statistic: Float64Array, bandwidth: number, options: MosumOptions): number[] {
  const size = statistic.map(Math.abs);
  const peaks: number[] = [];
  for (let t = 1; t < size.length; ) {
    if (!(size[t] > options.threshold)) {
      t++;
      continue;
    }
    const from = t;
    let peak = t;
    for (; t < size.length && size[t] > options.threshold; t++) if (size[t] > size[peak]) peak = t;
    if (accepted(size, peak, t - from, bandwidth, options)) peaks.push(peak);
  }
  return peaks;
}

function accepted(size: Float64Array, peak: number, run: number, bandwidth: number, options: MosumOptions): boolean {
  if (options.selection === "detection_length") return run >= Math.trunc(options.min_detection_fraction * bandwidth);
  const reach = Math.trunc(options.local_optimum_fraction * bandwidth);
  for (let t = Math.max(1, peak - reach); t <= Math.min(size.length - 1, peak + reach); t++)
    if (size[t] > size[peak]) return false;
  return true;
}
