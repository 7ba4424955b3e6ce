import { type ThinQr, thinQr } from "../../numerics/thin-qr.ts";
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

/** A phase of the season (0 … m − 1, counted from the first row) of which every row is missing; −1 when there is none. */
export function emptyPhase(missing: readonly number[], n: number, m: number): number {
  const seen = new Uint8Array(m);
  const gone = new Set(missing);
  for (let t = 0; t < n; t++) if (!gone.has(t)) seen[t % m] = 1;
  return seen.indexOf(0);
}

/**
 * Regressors (orthonormal, differenced) and a column for each missing row, as one QR: the missing values are free numbers
 * beside the regressors, which gives the exact likelihood of the rows that are there at the price of a column each. Null
 * when there are so many that the filter over levels is faster, or the columns are dependent.
 */
export function freeValues(
  missing: readonly number[],
  q: readonly Float64Array[],
  n: number,
  orders: Orders,
): { columns: Float64Array[]; qr: ThinQr } | null {
  if (missing.length > Math.max(50, 16 * orders.m)) return null;
  const columns = missing.map((t) => {
    const column = new Float64Array(n);
    column[t] = 1;
    return difference(column, orders);
  });
  const qr = thinQr([...q, ...columns]);
  return typeof qr === "number" ? null : { columns, qr };
}
