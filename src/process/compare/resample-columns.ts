import { type BlockedPeriod, writeBlockSums } from "./block-sums.ts";

/** Moments of every column in one resample, and its blocks' sums about them; buffers that each resample overwrites. */
export interface ColumnResample {
  /** Mean over standard deviation, and its inverse; NaN where the resample leaves the column flat. */
  shift: Float64Array;
  inverseSd: Float64Array;
  /** Σ(z − m)/s and Σ((z − m)/s)² of block b of column c, at c·blocks + b. */
  sums: Float64Array;
  squares: Float64Array;
}

/** Sums and squares of all columns by position, side by side: one resampled block costs a few cache lines. */
export interface ColumnTable {
  table: Float64Array;
  width: number;
}

/** Mean square below which a standardised column is flat in a resample. */
const FLAT = 1e-12;

/** Block sums of the columns that vary; the others' cells stay 0. */
export function columnTable({ columns, length, positions }: BlockedPeriod): ColumnTable {
  const width = 2 * columns.length;
  const table = new Float64Array(positions * width);
  columns.forEach((z, c) => {
    if (z === null) return;
    writeBlockSums(z, null, length, { into: table, stride: width, at: 2 * c });
    writeBlockSums(z, z, length, { into: table, stride: width, at: 2 * c + 1 });
  });
  return { table, width };
}

/** Empty buffers for `columns` columns. */
export function columnBuffers(columns: number, blocks: number): ColumnResample {
  return {
    shift: new Float64Array(columns),
    inverseSd: new Float64Array(columns),
    sums: new Float64Array(columns * blocks),
    squares: new Float64Array(columns * blocks),
  };
}

/** Fills the buffers of one column for the resample whose blocks start at `starts`. */
export function resampleColumn(
  { table, width }: ColumnTable,
  c: number,
  { starts, length }: { starts: Int32Array; length: number },
  into: ColumnResample,
): void {
  const blocks = starts.length;
  let sum = 0;
  let square = 0;
  for (let b = 0; b < blocks; b++) {
    const at = starts[b] * width + 2 * c;
    sum += into.sums[c * blocks + b] = table[at];
    square += into.squares[c * blocks + b] = table[at + 1];
  }
  const mean = sum / (blocks * length);
  const variance = square / (blocks * length) - mean * mean;
  const inverse = variance < FLAT ? Number.NaN : 1 / Math.sqrt(variance);
  into.shift[c] = mean * inverse;
  into.inverseSd[c] = inverse;
  for (let at = c * blocks; at < (c + 1) * blocks; at++) {
    const [x, xx] = [into.sums[at], into.squares[at]];
    into.sums[at] = (x - length * mean) * inverse;
    into.squares[at] = (xx - 2 * mean * x + length * mean * mean) * inverse * inverse;
  }
}
