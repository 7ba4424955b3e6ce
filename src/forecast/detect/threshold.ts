import type { Detection } from "../other-components.ts";

/** Rows from `from` to `to`, inclusive, that are outside together. */
export interface Excursion {
  from: number;
  to: number;
}

/** Signed distance of each value outside [lower, upper]; 0 inside, NaN where the value is. Null bounds are open. */
export function distancesOutside(y: Float64Array, lower: number | null, upper: number | null): Float64Array {
  return y.map((value) => {
    if (upper !== null && value > upper) return value - upper;
    if (lower !== null && value < lower) return value - lower;
    return Number.isNaN(value) ? Number.NaN : 0;
  });
}

/** Runs of rows outside, and for each its first row or the middle one, with the largest distance in it. */
export function excursions(
  distances: Float64Array,
  mode: "segments" | "points",
): { found: Detection[]; segments: Excursion[] } {
  const segments: Excursion[] = [];
  for (let t = 0; t < distances.length; t++) {
    if (!(Math.abs(distances[t]) > 0)) continue;
    const last = segments.at(-1);
    if (last !== undefined && last.to === t - 1) last.to = t;
    else segments.push({ from: t, to: t });
  }
  const found = segments.map(({ from, to }) => {
    const farthest = distances.subarray(from, to + 1).reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
    const position = mode === "segments" ? from : Math.floor((from + to) / 2);
    return { position, score: Math.abs(farthest), direction: farthest > 0 ? ("up" as const) : ("down" as const) };
  });
  return { found, segments };
}
