import { type BlockedPeriod, blockSums } from "./block-sums.ts";

/** One correlation and its resamples. */
export interface ResampledCorrelation {
  r: number;
  /** Standard error of r: of the sums of its influence over all blocks. */
  se: number;
  /** Correlation that resamples scatter around: the moments over all blocks (edge rows are in fewer of them). */
  center: number;
  /** Of each resample; NaN where the resample leaves a column flat. */
  rs: Float64Array;
  ses: Float64Array;
}

/** Mean square below which a standardised column is flat in a resample. */
const FLAT = 1e-12;

/**
 * Pearson's correlation of two columns over moving blocks (Künsch 1989): `starts` holds, resample after resample, where
 * each of its blocks starts. The standard error of a resample is that of its own block sums of the influence
 * ψ = z_x z_y − r(z_x² + z_y²)/2 (Götze & Künsch 1996), so that r can be studentised. Null when a column is flat.
 */
export function resampleCorrelation(
  period: BlockedPeriod,
  [i, j]: readonly [number, number],
  starts: Int32Array,
): ResampledCorrelation | null {
  const table = pairTable(period, i, j);
  if (table === null) return null;
  const { length, blocks, positions, n } = period;
  const whole = moments(table, null, 0, positions, length);
  const own = influence({ mx: 0, my: 0, sx: 1, sy: 1, r: rOf(period, i, j) }, length);
  const variance = (squaredInfluence(table, own, null, 0, positions) / positions) * (n / length);
  const resamples = starts.length / blocks;
  const rs = new Float64Array(resamples);
  const ses = new Float64Array(resamples);
  for (let q = 0; q < resamples; q++) {
    const m = moments(table, starts, q * blocks, (q + 1) * blocks, length);
    rs[q] = m.r;
    ses[q] =
      Math.sqrt(squaredInfluence(table, influence(m, length), starts, q * blocks, (q + 1) * blocks)) /
      (blocks * length);
  }
  return { r: rOf(period, i, j), se: Math.sqrt(variance) / n, center: whole.r, rs, ses };
}

interface Moments {
  mx: number;
  my: number;
  sx: number;
  sy: number;
  r: number;
}

/** Σx, Σy, Σx², Σy², Σxy of each block, side by side: one resampled block then costs one cache line. */
const WIDTH = 5;

function pairTable({ columns, sums, squares, length, positions }: BlockedPeriod, i: number, j: number) {
  const [x, y] = [columns[i], columns[j]];
  if (x === null || y === null) return null;
  const parts = [sums[i]!, sums[j]!, squares[i]!, squares[j]!, blockSums(x, y, length)];
  const table = new Float64Array(WIDTH * positions);
  for (let c = 0; c < WIDTH; c++) for (let s = 0; s < positions; s++) table[s * WIDTH + c] = parts[c][s];
  return table;
}

/** The columns are standardised, so r is their mean product. */
function rOf({ columns, n }: BlockedPeriod, i: number, j: number): number {
  const [x, y] = [columns[i]!, columns[j]!];
  let sum = 0;
  for (let k = 0; k < n; k++) sum += x[k] * y[k];
  return sum / n;
}

/** Moments over the blocks that `starts` names from `from` to `to`, or over the positions themselves when it is null. */
function moments(table: Float64Array, starts: Int32Array | null, from: number, to: number, length: number): Moments {
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let syy = 0;
  let sxy = 0;
  for (let k = from; k < to; k++) {
    const at = WIDTH * (starts === null ? k : starts[k]);
    sx += table[at];
    sy += table[at + 1];
    sxx += table[at + 2];
    syy += table[at + 3];
    sxy += table[at + 4];
  }
  const n = (to - from) * length;
  const [mx, my] = [sx / n, sy / n];
  const [vx, vy] = [sxx / n - mx * mx, syy / n - my * my];
  const flat = vx < FLAT || vy < FLAT;
  const r = flat ? Number.NaN : (sxy / n - mx * my) / Math.sqrt(vx * vy);
  return { mx, my, sx: Math.sqrt(vx), sy: Math.sqrt(vy), r };
}

/** The influence of a block on r as a constant and weights of its five sums. */
function influence({ mx, my, sx, sy, r }: Moments, length: number): number[] {
  const xy = 1 / (sx * sy);
  const xx = -r / (2 * sx * sx);
  const yy = -r / (2 * sy * sy);
  const x = -my * xy - 2 * mx * xx;
  const y = -mx * xy - 2 * my * yy;
  return [length * (mx * my * xy + mx * mx * xx + my * my * yy), x, y, xx, yy, xy];
}

function squaredInfluence(
  table: Float64Array,
  [constant, wx, wy, wxx, wyy, wxy]: number[],
  starts: Int32Array | null,
  from: number,
  to: number,
): number {
  let sum = 0;
  for (let k = from; k < to; k++) {
    const at = WIDTH * (starts === null ? k : starts[k]);
    const psi =
      constant + wx * table[at] + wy * table[at + 1] + wxx * table[at + 2] + wyy * table[at + 3] + wxy * table[at + 4];
    sum += psi * psi;
  }
  return sum;
}
