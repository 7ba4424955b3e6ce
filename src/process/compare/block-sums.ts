import { mean } from "../../numerics/mean.ts";

/** One period's columns, made ready for a moving-block bootstrap. */
export interface BlockedPeriod {
  /** Rows; length of a block; blocks in one resample; positions where a block may start. */
  n: number;
  length: number;
  blocks: number;
  positions: number;
  /** Columns with mean 0 and mean square 1; a column that does not vary is null. */
  columns: (Float64Array | null)[];
  /** Sums of each column, and of its squares, over the block that starts at each position. */
  sums: (Float64Array | null)[];
  squares: (Float64Array | null)[];
}

/** Blocks of one resample: bounds the work, and 512 of them fix a variance to 6 %. */
const MAX_BLOCKS = 512;

/** min(n, max(10, ⌊n^(1/3)⌋)), and longer where that would make more than 512 blocks. */
export function blockLength(n: number): number {
  return Math.min(n, Math.max(10, Math.floor(Math.cbrt(n)), Math.ceil(n / MAX_BLOCKS)));
}

/** Standardises columns of equal length and sums them by block. */
export function blockPeriod(raw: readonly Float64Array[]): BlockedPeriod {
  const n = raw[0].length;
  const length = blockLength(n);
  const columns = raw.map(standardised);
  const positions = n - length + 1;
  return {
    n,
    length,
    blocks: Math.ceil(n / length),
    positions,
    columns,
    sums: columns.map((z) => z && blockSums(z, null, length)),
    squares: columns.map((z) => z && blockSums(z, z, length)),
  };
}

/** Σ x (or Σ x·y) over each block of `length` rows, by a running sum. */
export function blockSums(x: Float64Array, y: Float64Array | null, length: number): Float64Array {
  const sums = new Float64Array(x.length - length + 1);
  let sum = 0;
  for (let i = 0; i < x.length; i++) {
    sum += y === null ? x[i] : x[i] * y[i];
    const start = i - length + 1;
    if (start < 0) continue;
    sums[start] = sum;
    sum -= y === null ? x[start] : x[start] * y[start];
  }
  return sums;
}

/** (x − x̄)/√(Σ(x − x̄)²/n); null when all values are equal. */
function standardised(x: Float64Array): Float64Array | null {
  if (x.every((value) => value === x[0])) return null;
  const m = mean(x);
  let square = 0;
  for (const value of x) square += (value - m) ** 2;
  const scale = Math.sqrt(square / x.length);
  return x.map((value) => (value - m) / scale);
}
