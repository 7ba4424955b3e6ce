import { gcd } from "../../numerics/gcd.ts";
import type { Predictive } from "../predictive.ts";
import { widenedPredictive } from "../predictive-maps.ts";
import { fitSes } from "../ses.ts";
import { type Closeness, type StoredSeason, seasonAt } from "./stored-season.ts";

/** Origins from which the past is forecast again, at most, and errors that steps 2^k to 2^(k+1) - 1 must have. */
const ORIGINS = 16;
const LEAST = 6;

/**
 * By how much forecasts of a series whose seasons were taken out miss more than the series without them lets expect, as
 * ratios of standard deviations. The smoothers of the seasons follow the rows they are estimated on, so what they leave
 * has too little noise, and the last cycle has an error of its own. Measured for exponential smoothing with the seasons
 * going on, from up to 16 origins in the last third of the rows, each taken apart anew, beside σ²(1 + (h − 1)α²) of the
 * whole series. No ratio where fewer than 6 errors are there.
 */
export function closenessOf(
  y: Float64Array,
  whole: StoredSeason,
  apart: (rows: Float64Array) => StoredSeason,
): Closeness {
  const n = y.length;
  const periods = whole.seasons.map(({ sp }) => sp);
  const longest = Math.max(...periods);
  const first = Math.max(2 * longest + 1, Math.floor((2 * n) / 3));
  const { alpha, sse } = fitSes(adjusted(y, whole));
  const sums: number[] = [];
  const counts: number[] = [];
  for (let origin = first; origin < n; origin += strideOf(n - first, Math.min(...periods))) {
    const season = apart(y.subarray(0, origin));
    const { level } = fitSes(adjusted(y.subarray(0, origin), season), alpha);
    for (let h = 1; h <= Math.min(longest, n - origin); h++) {
      const band = Math.floor(Math.log2(h));
      const error = y[origin + h - 1] - level - seasonAt(season, season.first + origin + h - 1);
      sums[band] = (sums[band] ?? 0) + (error / sesSpread(alpha, h)) ** 2;
      counts[band] = (counts[band] ?? 0) + 1;
    }
  }
  const few = counts.findIndex((count) => count < LEAST);
  const known = sse > 0 ? sums.slice(0, few < 0 ? sums.length : few) : [];
  return { alpha, ratios: known.map((sum, k) => Math.sqrt(Math.max(1, sum / counts[k] / (sse / (n - 2))))) };
}

/** Standard deviation of an h-step error of exponential smoothing, in those of one step. */
function sesSpread(alpha: number, h: number): number {
  return Math.sqrt(1 + (h - 1) * alpha * alpha);
}

function adjusted(y: Float64Array, season: StoredSeason): Float64Array {
  return y.map((value, t) => value - seasonAt(season, season.first + t));
}

/** Rows between origins; they share no factor with the season, so that origins do not all stand at one place in it. */
function strideOf(rows: number, sp: number): number {
  let stride = Math.max(1, Math.floor(rows / ORIGINS));
  while (gcd(stride, sp) > 1) stride--;
  return stride;
}

/**
 * Predictions widened by the ratios of their steps, on a line between the middles of those that a ratio is of; the last one
 * holds for all steps after it. No later step gets a narrower interval than an earlier one of the same smoothing.
 */
export function widenedByCloseness(inner: Predictive, closeness: Closeness | undefined, steps: number[]): Predictive {
  if (closeness === undefined || closeness.ratios.every((ratio) => ratio === 1)) return inner;
  const { alpha, ratios } = closeness;
  const factors: number[] = [];
  let widest = 0;
  for (let h = 1; h <= steps[steps.length - 1]; h++) {
    const at = Math.min(ratios.length - 1, Math.max(0, Math.log2(h) - 0.5));
    const [low, high] = [ratios[Math.floor(at)], ratios[Math.ceil(at)]];
    widest = Math.max(widest, (low + (at % 1) * (high - low)) * sesSpread(alpha, h));
    factors.push(widest / sesSpread(alpha, h));
  }
  const widened = widenedPredictive(
    inner,
    steps.map((h) => factors[h - 1]),
  );
  return { ...widened, method: `${inner.method}; widened by what the seasons taken out made the past miss` };
}
