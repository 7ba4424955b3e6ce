import { stl, stlOptionsOfR } from "./stl.ts";

/** Additive components of several seasons: y = Σ seasonal + trend + remainder. */
export interface Mstl {
  /** The periods that were used, rising: those of which n holds more than two cycles. */
  periods: number[];
  /** The periods that n is too short for. */
  dropped: number[];
  /** One season a period. */
  seasonal: Float64Array[];
  trend: Float64Array;
  remainder: Float64Array;
}

/**
 * Multiple STL (Bandara, Hyndman & Bergmeir 2021; R: `forecast::mstl`): each season is estimated by STL from y without
 * the other seasons, `iterate` times round (once when there is one), with seasonal spans 11, 15, 19, … in the order of
 * the periods and R's other defaults. Values are finite. No usable period is refused as by `stl`.
 */
export function mstl(y: Float64Array, periods: readonly number[], iterate = 2, robust = false): Mstl {
  const n = y.length;
  const sorted = [...new Set(periods)].sort((a, b) => a - b);
  const used = sorted.length === 1 ? sorted : sorted.filter((m) => 2 * m < n);
  if (used.length === 0) used.push(sorted[0]);
  const seasonal: Float64Array[] = used.map(() => new Float64Array(n));
  const rest = Float64Array.from(y);
  let trend: Float64Array = rest;
  const rounds = used.length === 1 ? 1 : Math.max(1, iterate);
  for (let round = 0; round < rounds; round++) {
    for (const [i, m] of used.entries()) {
      for (let t = 0; t < n; t++) rest[t] += seasonal[i][t];
      const fit = stl(rest, m, stlOptionsOfR(n, m, 11 + 4 * i, robust));
      seasonal[i] = fit.seasonal;
      trend = fit.trend;
      for (let t = 0; t < n; t++) rest[t] -= seasonal[i][t];
    }
  }
  const remainder = rest.map((value, t) => value - trend[t]);
  return { periods: used, dropped: sorted.filter((m) => !used.includes(m)), seasonal, trend, remainder };
}
