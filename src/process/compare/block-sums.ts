import { mean } from "../../numerics/mean.ts";
import { LEAST_SPREAD } from "../control/magnitude.ts";

/** One period's columns, made ready for a moving-block bootstrap. */
export interface BlockedPeriod {
  /** Rows; length of a block; blocks in one resample; positions where a block may start. */
  n: number;
  length: number;
  blocks: number;
  positions: number;
  /** Columns with mean 0 and mean square 1; null for a column that does not vary. */
  columns: (Float64Array | null)[];
}

/** Blocks of one resample: bounds the work, and 512 of them fix a variance to 6 %. */
const MAX_BLOCKS = 512;

/** min(n, max(10, ⌊n^(1/3)⌋)), and longer where that would make more than 512 blocks. */
export function blockLength(n: number): number {
  return Math.min(n, Math.max(10, Math.floor(Math.cbrt(n)), Math.ceil(n / MAX_BLOCKS)));
}

/** Standardises columns of equal length and lays out their blocks. `tick` is awaited after each column. */
export async function blockPeriod(raw: readonly Float64Array[], tick: () => Promise<void>): Promise<BlockedPeriod> {
  const n = raw[0].length;
  const length = blockLength(n);
  const columns: (Float64Array | null)[] = [];
  for (const column of raw) {
    columns.push(standardised(column));
    await tick();
  }
  return { n, length, blocks: Math.ceil(n / length), positions: n - length + 1, columns };
}

/**
 * Σ x·y over the block that starts at each position (Σ x when y is null), by a running sum; the sum of position s goes to
 * `into[s * stride + at]`.
 */
export function writeBlockSums(
  x: Float64Array,
  y: Float64Array | null,
  length: number,
  { into, stride, at }: { into: Float64Array; stride: number; at: number },
): void {
  let sum = 0;
  for (let i = 0; i < x.length; i++) {
    sum += y === null ? x[i] : x[i] * y[i];
    const start = i - length + 1;
    if (start < 0) continue;
    into[start * stride + at] = sum;
    sum -= y === null ? x[start] : x[start] * y[start];
  }
}

/** (x − x̄)/√(Σ(x − x̄)²/n); null when all values are equal, or as good as equal. */
export function standardised(x: Float64Array): Float64Array | null {
  if (x.every((value) => value === x[0])) return null;
  const m = mean(x);
  let square = 0;
  for (let i = 0; i < x.length; i++) square += (x[i] - m) ** 2;
  const spread = Math.sqrt(square / x.length);
  if (spread < LEAST_SPREAD) return null;
  const scale = 1 / spread;
  return x.map((value) => (value - m) * scale);
}

/** Σ x·y/n: Pearson's correlation of two standardised columns. */
export function meanProduct(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return Math.min(1, Math.max(-1, sum / x.length));
}
