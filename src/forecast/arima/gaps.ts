import { thinQr } from "../../numerics/thin-qr.ts";
import type { Orders } from "./orders.ts";
import { difference } from "./polynomial.ts";

/** The rows from the first to the last that is there. */
export interface Span {
  from: number;
  to: number;
  /** Missing rows inside, counted from `from`. */
  missing: number[];
}

/** Where a series with missing rows (NaN) begins and ends; empty when all are missing. */
export function spanOf(y: Float64Array): Span {
  const from = Math.max(0, y.findIndex(Number.isFinite));
  const to = y.findLastIndex(Number.isFinite) + 1;
  const missing: number[] = [];
  for (let t = from; t < to; t++) if (Number.isNaN(y[t])) missing.push(t - from);
  return { from, to, missing };
}

/** Missing rows set on the straight line between their neighbours; the ends must be there. */
export function bridged(y: Float64Array): Float64Array {
  const out = y.slice();
  for (let t = 0; t < out.length; t++) {
    if (!Number.isNaN(out[t])) continue;
    let next = t;
    while (Number.isNaN(out[next])) next++;
    out[t] = out[t - 1] + (out[next] - out[t - 1]) / (next - t + 1);
  }
  return out;
}

/** A column a missing row: 1 there, differenced as the series is. */
export function dummies(missing: readonly number[], n: number, orders: Orders): Float64Array[] {
  return missing.map((t) => {
    const column = new Float64Array(n);
    column[t] = 1;
    return difference(column, orders);
  });
}

/** A phase of the season (0 … m − 1, counted from the first row) of which every row is missing; −1 when there is none. */
export function emptyPhase(missing: readonly number[], n: number, m: number): number {
  const seen = new Uint8Array(m);
  const gone = new Set(missing);
  for (let t = 0; t < n; t++) if (!gone.has(t)) seen[t % m] = 1;
  return seen.indexOf(0);
}

/**
 * Whether missing rows are to be free numbers beside the regressors (`q`), which gives the exact likelihood of the rows
 * that are there at the price of a column each; else the filter over levels runs. The columns must be independent: they
 * are not when a whole phase of a differenced season is missing.
 */
export function asColumns(missing: readonly number[], q: readonly Float64Array[], n: number, orders: Orders): boolean {
  if (missing.length > Math.max(50, 16 * orders.m)) return false;
  return typeof thinQr([...q, ...dummies(missing, n, orders)]) !== "number";
}
