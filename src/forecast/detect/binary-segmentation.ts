import type { Detection } from "../other-components.ts";
import { cusum, runningSums } from "./cusum.ts";

/** How changes of level are searched. */
export interface BinarySegmentationOptions {
  /** What a statistic must exceed, in units of the values. */
  threshold: number;
  /** Fewest rows between a change and the ends of its segment. */
  min_cp_distance: number;
  /** Segments that are looked at, at most. */
  max_iter: number;
}

/**
 * Changes of level by binary segmentation (Fryzlewicz 2014, section 2): the largest CUSUM statistic above the threshold
 * parts a segment, and both parts are searched again. `complete` is false when max_iter ran out. Rising positions.
 */
export function binarySegmentation(
  y: Float64Array,
  { threshold, min_cp_distance, max_iter }: BinarySegmentationOptions,
): { found: Detection[]; complete: boolean } {
  const sums = runningSums(y);
  const found: Detection[] = [];
  const segments: [number, number][] = [[0, y.length]];
  let looked = 0;
  for (; looked < segments.length && looked < max_iter; looked++) {
    const [start, end] = segments[looked];
    let best = 0;
    let at = -1;
    for (let split = start + min_cp_distance + 1; split < end - min_cp_distance; split++) {
      const statistic = cusum(sums, start, split, end);
      if (Math.abs(statistic) > Math.abs(best)) [best, at] = [statistic, split];
    }
    if (at < 0 || Math.abs(best) <= threshold) continue;
    found.push({ position: at, score: Math.abs(best), direction: best > 0 ? "up" : "down" });
    segments.push([start, at], [at, end]);
  }
  return { found: found.sort((a, b) => a.position - b.position), complete: looked === segments.length };
}
