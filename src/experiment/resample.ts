import { binomialDraw } from "../numerics/binomial-draw.ts";
import { gammaDraw } from "../numerics/gamma-draw.ts";
import { integers } from "../numerics/integers.ts";
import type { Rng } from "../numerics/pcg64.ts";
import { sortedCopy } from "../numerics/sorted-copy.ts";
import { orderIndex } from "./quantile-lift.ts";

/** Draws one bootstrap resample of an arm and adds up what the estimate needs of it. */
export interface Resampler {
  /** Random draws of one resample, for pacing. */
  cost: number;
  /** Writes the sums (as many as `width`) of one resample into out[at..]. */
  draw(rng: Rng, out: Float64Array, at: number): void;
  width: number;
}

/** How often a value must repeat before drawing its count at once is cheaper than drawing its units. */
const TIES = 16;

/**
 * Resamples the sum of one column. A value that many units share is drawn as one binomial count (given what is left of
 * the resample), the others unit by unit: exactly the multinomial of the bootstrap, at the cost of the untied units.
 */
export function sumResampler(values: Float64Array): Resampler {
  const { tied, rest } = splitTies(values);
  return {
    width: 1,
    cost: tied.length + rest.length,
    draw(rng, out, at) {
      let [left, mass, sum] = [values.length, values.length, 0];
      for (const { value, count } of tied) {
        const drawn = binomialDraw(rng, left, count / mass);
        sum += drawn * value;
        left -= drawn;
        mass -= count;
      }
      for (let i = 0; i < left; i++) sum += rest[integers(rng, rest.length)];
      out[at] = sum;
    },
  };
}

/** Resamples the sums of several columns of the same units, unit by unit. */
export function jointResampler(columns: readonly Float64Array[]): Resampler {
  const width = columns.length;
  const n = columns[0].length;
  const rows = new Float64Array(n * width);
  for (let k = 0; k < width; k++) for (let i = 0; i < n; i++) rows[i * width + k] = columns[k][i];
  return {
    width,
    cost: n,
    draw(rng, out, at) {
      for (let k = 0; k < width; k++) out[at + k] = 0;
      for (let i = 0; i < n; i++) {
        const row = integers(rng, n) * width;
        for (let k = 0; k < width; k++) out[at + k] += rows[row + k];
      }
    },
  };
}

/**
 * Resamples a quantile (type 1) from values in ascending order with one draw: the k-th of n uniform draws is
 * Beta(k, n − k + 1), and it falls on the unit whose share of (0, 1) holds it.
 */
export function quantileResampler(sorted: Float64Array, p: number): Resampler {
  const n = sorted.length;
  const k = orderIndex(n * p, n) + 1;
  return {
    width: 1,
    cost: 4,
    draw(rng, out, at) {
      const below = gammaDraw(rng, k);
      const above = gammaDraw(rng, n - k + 1);
      out[at] = sorted[Math.min(n - 1, Math.floor((n * below) / (below + above)))];
    },
  };
}

function splitTies(values: Float64Array): { tied: { value: number; count: number }[]; rest: Float64Array } {
  const sorted = sortedCopy(values);
  const tied: { value: number; count: number }[] = [];
  const many = new Set<number>();
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to] === sorted[from]) to++;
    if (to - from < TIES) continue;
    tied.push({ value: sorted[from], count: to - from });
    many.add(sorted[from]);
  }
  return { tied, rest: many.size === 0 ? values : values.filter((value) => !many.has(value)) };
}
