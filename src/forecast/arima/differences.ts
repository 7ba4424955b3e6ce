import { extent } from "../../numerics/extent.ts";
import { adf } from "./adf.ts";
import { kpss, lagsOfNdiffs } from "./kpss.ts";
import { ocsb } from "./ocsb.ts";
import { difference } from "./polynomial.ts";

/** Tests for ordinary differences. */
export type UnitRootTest = "kpss" | "adf";

/** Tests for seasonal differences. */
export type SeasonalTest = "seas" | "ocsb";

/** What a test said at one number of differences. */
export interface DifferenceStep {
  differences: number;
  test: UnitRootTest | "seasonal strength" | "OCSB";
  statistic: number | null;
  /** What it is compared with: a p-value's level, or the strength above which a season is differenced. */
  p_value: number | null;
  lags: number | null;
  /** Whether one more difference is due. */
  more: boolean;
}

/** A number of differences and how it was arrived at. */
export interface Differences {
  count: number;
  steps: DifferenceStep[];
}

/** Strength of the season above which it is differenced (forecast::nsdiffs). */
export const STRONG_SEASON = 0.64;

/**
 * Number of ordinary differences that make a series stationary (forecast::ndiffs): difference while the test says so, up
 * to `max`. KPSS around a level with ⌊3√n/13⌋ lags, or ADF with a constant and ⌊(n − 1)^⅓⌋ lagged differences; `alpha`
 * is the level of either. A series that became constant needs no more.
 */
export function ordinaryDifferences(y: Float64Array, test: UnitRootTest, alpha: number, max: number): Differences {
  const steps: DifferenceStep[] = [];
  for (let d = 0; ; d++) {
    const w = difference(y, { d, D: 0, m: 1 });
    if (d > max || isFlat(w, y)) return { count: Math.min(d, max), steps };
    const step = { differences: d, test, ...testOf(w, test, alpha) };
    steps.push(step);
    if (!step.more || d === max) return { count: d, steps };
  }
}

function testOf(w: Float64Array, test: UnitRootTest, alpha: number) {
  if (test === "kpss") {
    const { statistic, p_value, lags } = kpss(w, "c", lagsOfNdiffs(w.length));
    return { statistic, p_value, lags, more: p_value < alpha };
  }
  const found = adf(w, "c", Math.trunc(Math.cbrt(w.length - 1)), null);
  if (found === null) return { statistic: null, p_value: null, lags: null, more: false };
  return { statistic: found.statistic, p_value: found.p_value, lags: found.lags, more: found.p_value > alpha };
}

/**
 * Number of seasonal differences, 0 or up to `max` (forecast::nsdiffs): one while the seasonal strength is above 0.64, or
 * while OCSB does not reject a seasonal unit root. A series of two seasons or fewer is not differenced.
 */
export function seasonalDifferences(
  y: Float64Array,
  m: number,
  max: number,
  test: SeasonalTest,
  strength: (y: Float64Array, m: number) => number,
): Differences {
  const steps: DifferenceStep[] = [];
  let w = y;
  for (let D = 0; ; D++) {
    if (D === max || m <= 1 || w.length <= 2 * m || isFlat(w, y)) return { count: D, steps };
    const step = { differences: D, p_value: null, ...seasonalTestOf(w, m, test, strength) };
    steps.push(step);
    if (!step.more) return { count: D, steps };
    w = difference(w, { d: 0, D: 1, m });
  }
}

function seasonalTestOf(
  w: Float64Array,
  m: number,
  test: SeasonalTest,
  strength: (y: Float64Array, m: number) => number,
) {
  if (test === "seas") {
    const statistic = strength(w, m);
    return { test: "seasonal strength", statistic, lags: null, more: statistic > STRONG_SEASON } as const;
  }
  const found = ocsb(w, m);
  const more = found !== null && found.statistic > found.critical;
  return { test: "OCSB", statistic: found?.statistic ?? null, lags: found?.lags ?? null, more } as const;
}

/** Whether the values do not vary beyond the rounding of the series that they were differenced from. */
export function isFlat(w: Float64Array, original: Float64Array): boolean {
  let largest = 0;
  for (const value of original) largest = Math.max(largest, Math.abs(value));
  const { min, max } = extent(w);
  return !(max - min > 64 * Number.EPSILON * largest);
}
