import { linearRegression } from "../../numerics/linear-regression.ts";
import { median } from "../../numerics/median.ts";
import { pcg64 } from "../../numerics/pcg64.ts";
import { uniform } from "../../numerics/uniform.ts";

/** Fills each hole of `y` from what is known before it; a value that nothing stands before stays NaN. */
export function fillFromBefore(
  y: Float64Array,
  make: (before: { rows: number[]; values: number[] }, row: number) => number,
): Float64Array {
  const before = { rows: [] as number[], values: [] as number[] };
  return y.map((value, row) => {
    if (Number.isNaN(value)) return before.rows.length === 0 ? Number.NaN : make(before, row);
    before.rows.push(row);
    before.values.push(value);
    return value;
  });
}

/** The value at `row` of the least-squares line through known rows; the one value there is when there is one. */
export function onLine({ rows, values }: { rows: number[]; values: number[] }, row: number): number {
  if (rows.length === 1) return values[0];
  const { slope, intercept } = linearRegression(rows, values);
  return intercept + slope * row;
}

/** The mean of values. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}

/** The median of values. */
export function medianOf(values: readonly number[]): number {
  return median(Float64Array.from(values));
}

/** Draws between the least and the largest of values, whole where all of them are; PCG64 with the seed. */
export function drawing(seed: number): (values: readonly number[]) => number {
  const rng = pcg64(seed);
  return (values) => {
    let [low, high] = [values[0], values[0]];
    for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
    const whole = values.every((value) => Number.isInteger(value));
    const share = uniform(rng);
    return whole ? low + Math.floor(share * (high - low + 1)) : low + share * (high - low);
  };
}

/** Holes filled by the nearest known value, the earlier of two as near; the ends by the first and last. */
export function fillNearest(y: Float64Array): Float64Array {
  const before = held(y);
  const after = held(y.slice().reverse()).reverse();
  const since = gaps(y);
  const until = gaps(y.slice().reverse()).reverse();
  return y.map((value, t) => (Number.isNaN(value) ? (since[t] <= until[t] ? before[t] : after[t]) : value));
}

/** The last known value before each hole. */
export function held(y: Float64Array): Float64Array {
  let last = Number.NaN;
  return y.map((value) => {
    if (!Number.isNaN(value)) last = value;
    return last;
  });
}

function gaps(y: Float64Array): Float64Array {
  let gap = Number.POSITIVE_INFINITY;
  return y.map((value) => {
    gap = Number.isNaN(value) ? gap + 1 : 0;
    return gap;
  });
}
