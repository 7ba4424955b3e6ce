import { type BlockedPeriod, meanProduct, writeBlockSums } from "./block-sums.ts";
import {
  type ColumnResample,
  type ColumnTable,
  columnBuffers,
  columnTable,
  resampleColumn,
} from "./resample-columns.ts";

/** Two columns, by position. */
export type Pair = readonly [number, number];

/** Correlations of some pairs and their resamples. */
export interface ResampledPairs {
  /** One entry a pair. */
  r: Float64Array;
  /** Standard error of r: of the block sums of its influence, over all blocks. */
  se: Float64Array;
  /** The correlation that resamples scatter around: of the moments over all blocks (edge rows are in fewer of them). */
  center: Float64Array;
  /** One list a pair, one entry a resample; NaN where it leaves a column flat. */
  rs: Float64Array[];
  ses: Float64Array[];
}

/** Bytes of cross sums held at a time: more pairs than fit are done in several rounds. */
const TABLE_BYTES = 1 << 25;

/**
 * Pearson's correlation of pairs of columns over moving blocks (Künsch 1989). `starts` holds, resample after resample,
 * where its blocks start; all pairs share them. A resample's standard error is √Σψ²/n over its own blocks, ψ a block's
 * sum of the influence z_x z_y − r(z_x² + z_y²)/2, z standardised by the resample (Götze & Künsch 1996). Pairs must be of
 * columns that vary. `tick` is awaited after each resample.
 */
export async function resamplePairs(
  period: BlockedPeriod,
  pairs: readonly Pair[],
  starts: Int32Array,
  tick: () => Promise<void>,
): Promise<ResampledPairs> {
  const out = emptyResult(period, pairs, starts.length / period.blocks);
  const own = columnTable(period);
  const whole = await everyBlock(period, own, tick);
  const round = Math.max(1, Math.floor(TABLE_BYTES / (8 * period.positions)));
  for (let from = 0; from < pairs.length; from += round) {
    const table = await pairTable(period, pairs.slice(from, from + round), tick);
    for (let g = 0; g < table.pairs.length; g++) {
      const { r, squares } = correlate(table, g, whole.blocks, whole.columns);
      out.center[from + g] = r;
      out.se[from + g] = Math.sqrt(((squares / period.positions) * period.n) / period.length) / period.n;
      await tick();
    }
    await drawResamples(period, { own, table, starts }, { rs: out.rs.slice(from), ses: out.ses.slice(from) }, tick);
  }
  return out;
}

/** The moments of the columns over all blocks at once, as if they were one resample. */
async function everyBlock({ columns, length, positions }: BlockedPeriod, own: ColumnTable, tick: () => Promise<void>) {
  const starts = Int32Array.from({ length: positions }, (_, s) => s);
  const blocks = { starts, length, xy: new Float64Array(positions) };
  const whole = columnBuffers(columns.length, positions);
  for (let c = 0; c < columns.length; c++) {
    resampleColumn(own, c, blocks, whole);
    await tick();
  }
  return { blocks, columns: whole };
}

/** Fills the lists of one round's pairs, resample after resample. */
async function drawResamples(
  { length, blocks, columns }: BlockedPeriod,
  { own, table, starts }: { own: ColumnTable; table: PairTable; starts: Int32Array },
  { rs, ses }: { rs: Float64Array[]; ses: Float64Array[] },
  tick: () => Promise<void>,
): Promise<void> {
  const resample = columnBuffers(columns.length, blocks);
  const xy = new Float64Array(blocks);
  for (let q = 0; q < starts.length / blocks; q++) {
    const drawn = { starts: starts.subarray(q * blocks, (q + 1) * blocks), length, xy };
    for (let c = 0; c < columns.length; c++) resampleColumn(own, c, drawn, resample);
    for (let g = 0; g < table.pairs.length; g++) {
      const { r, squares } = correlate(table, g, drawn, resample);
      rs[g][q] = r;
      ses[g][q] = Math.sqrt(squares) / (blocks * length);
    }
    await tick();
  }
}

function emptyResult({ columns }: BlockedPeriod, pairs: readonly Pair[], resamples: number): ResampledPairs {
  const lists = () => pairs.map(() => new Float64Array(resamples));
  const r = Float64Array.from(pairs, ([i, j]) => meanProduct(columns[i]!, columns[j]!));
  return { r, se: new Float64Array(pairs.length), center: new Float64Array(pairs.length), rs: lists(), ses: lists() };
}

/** Cross sums of some pairs by position, side by side: neighbours in the list share a cache line. */
interface PairTable {
  pairs: readonly Pair[];
  sums: Float64Array;
}

async function pairTable(
  { columns, length, positions }: BlockedPeriod,
  pairs: readonly Pair[],
  tick: () => Promise<void>,
): Promise<PairTable> {
  const stride = pairs.length;
  const into = new Float64Array(positions * stride);
  for (const [at, [i, j]] of pairs.entries()) {
    writeBlockSums(columns[i]!, columns[j]!, length, { into, stride, at });
    await tick();
  }
  return { pairs, sums: into };
}

/** Which blocks a resample is made of, how long they are, and room for one number each. */
interface Blocks {
  starts: Int32Array;
  length: number;
  xy: Float64Array;
}

/**
 * The correlation of pair g over some blocks, and Σψ² over them: ψ = (Σxy − mx Σy − my Σx + L mx my)/(sx sy) − r(Qx + Qy)/2
 * in the standardised sums of `columns`.
 */
function correlate(
  { pairs, sums: cross }: PairTable,
  g: number,
  { starts, length, xy }: Blocks,
  { shift, inverseSd, sums, squares }: ColumnResample,
): { r: number; squares: number } {
  const blocks = starts.length;
  const [i, j] = pairs[g];
  let sum = 0;
  for (let b = 0; b < blocks; b++) sum += xy[b] = cross[starts[b] * pairs.length + g];
  const scale = inverseSd[i] * inverseSd[j];
  const [ux, uy, x, y] = [shift[i], shift[j], i * blocks, j * blocks];
  const r = (sum / (blocks * length)) * scale - ux * uy;
  const constant = length * ux * uy;
  let total = 0;
  for (let b = 0; b < blocks; b++) {
    const centred = scale * xy[b] - ux * sums[y + b] - uy * sums[x + b] - constant;
    const psi = centred - (r / 2) * (squares[x + b] + squares[y + b]);
    total += psi * psi;
  }
  return { r, squares: total };
}
