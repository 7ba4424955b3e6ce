import { minimizeScalar } from "../../numerics/minimize-scalar.ts";
import { type Demand, demandState, squaredError } from "./demand.ts";

/** Which rate is formed of the smoothed size and interval. */
export type CrostonVariant = "croston" | "sba";

/** How Croston's method is told to run. */
export interface CrostonOptions {
  /** Smoothing weight of both; null for the one with the least squared one-step error. */
  smoothing: number | null;
  variant: CrostonVariant;
}

/**
 * Croston's method (1972): sizes and intervals of the demands above 0 are smoothed each on its own, and the forecast is
 * size / interval; `sba` multiplies it by 1 − s/2 (Syntetos & Boylan 2005). It starts with the first demand and the
 * rows up to it. No demand at all is a rate of 0. Values are ≥ 0.
 */
export function fitCroston(y: Float64Array, { smoothing, variant }: CrostonOptions): Demand {
  const weight = smoothing ?? bestWeight(y, variant);
  return demandState(y, crostonRates(y, weight, variant), { smoothing: weight });
}

/** The rate after the first t values, t = 0…n; before the first demand it is that of the first demand. */
export function crostonRates(y: Float64Array, weight: number, variant: CrostonVariant): Float64Array {
  const first = y.findIndex((value) => value > 0);
  const rates = new Float64Array(y.length + 1);
  if (first < 0) return rates;
  const factor = variant === "sba" ? 1 - weight / 2 : 1;
  let size = y[first];
  let interval = first + 1;
  let since = 1;
  rates[0] = (factor * size) / interval;
  for (let t = 0; t < y.length; t++) {
    if (y[t] > 0) {
      size += weight * (y[t] - size);
      interval += weight * (since - interval);
      since = 1;
    } else since++;
    rates[t + 1] = (factor * size) / interval;
  }
  return rates;
}

/** The weight in [0.01, 1] with the least squared one-step error: a grid, then Brent's method around its best point. */
function bestWeight(y: Float64Array, variant: CrostonVariant): number {
  const loss = (weight: number) => squaredError(y, crostonRates(y, weight, variant));
  const grid = Array.from({ length: 34 }, (_, k) => 0.01 + 0.03 * k);
  const best = grid.reduce((least, weight) => (loss(weight) < loss(least) ? weight : least));
  const found = minimizeScalar(loss, Math.max(0.01, best - 0.03), Math.min(1, best + 0.03));
  return found.value < loss(best) ? found.x : best;
}
