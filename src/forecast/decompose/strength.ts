import { mstl } from "./mstl.ts";

/** How much of a series its season and its trend explain, each in 0…1. */
export interface Strength {
  seasonal: number;
  trend: number;
}

/** max(0, 1 − Var(R)/Var(C + R)): the strength of a component C beside the remainder R; 0 when neither varies. */
export function strengthOf(component: Float64Array, remainder: Float64Array): number {
  const noise = variance(remainder.length, (t) => remainder[t]);
  const both = variance(remainder.length, (t) => remainder[t] + component[t]);
  return both > 0 ? Math.min(1, Math.max(0, 1 - noise / both)) : 0;
}

/**
 * Seasonal strength F_S of `forecast::nsdiffs` (Wang, Smith & Hyndman 2006): from MSTL with seasonal span 11.
 * Above 0.64 a seasonal difference is due. Values are finite; fewer than two whole cycles are refused.
 */
export function seasonalStrength(y: Float64Array, m: number): number {
  const { seasonal, remainder } = mstl(y, [m]);
  return strengthOf(seasonal[0], remainder);
}

/** Two-pass variance; the divisor is of no account in a ratio. */
function variance(n: number, at: (t: number) => number): number {
  let mean = 0;
  for (let t = 0; t < n; t++) mean += (at(t) - mean) / (t + 1);
  let squares = 0;
  for (let t = 0; t < n; t++) squares += (at(t) - mean) ** 2;
  return squares / n;
}
