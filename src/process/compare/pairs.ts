import { orReason } from "../../contract/outcome.ts";
import { benjaminiHochberg } from "../../numerics/benjamini-hochberg.ts";
import { integers } from "../../numerics/integers.ts";
import { pcg64, type Rng } from "../../numerics/pcg64.ts";
import { ranks } from "../../numerics/ranks.ts";
import { type BlockedPeriod, blockPeriod, meanProduct, standardised } from "./block-sums.ts";
import { type CorrelationChange, correlationChange, LEVEL } from "./correlation-change.ts";
import { type Pair, type ResampledPairs, resamplePairs } from "./resample-pairs.ts";

/** One pair of tags in both periods; positions in the list of tags. */
export interface PairChange extends CorrelationChange {
  left: number;
  right: number;
  pearson: [before: number, after: number];
  spearman: [before: number, after: number];
  /** Benjamini–Hochberg over all pairs with a p-value. */
  p_adjusted: number | null;
}

/** All pairs, the largest change first. */
export interface PairChanges {
  pairs: PairChange[];
  /** Pairs in which a tag does not vary in a period, so that there is no correlation. */
  n_undefined: number;
  before: BlockedPeriod;
  after: BlockedPeriod;
}

/** How the intervals are made; fixed, so that one call has one answer. */
export const BOOTSTRAP = { replicates: 1000, generator: "PCG64", seed: 42, level: LEVEL } as const;

type Columns = readonly Float64Array[];

/**
 * Pearson and Spearman correlations of every pair of columns in both periods, the change of Pearson's with its interval
 * and p-value (`correlationChange`), all from one set of resampled rows a period. `tick` is told the share done.
 */
export async function pairChanges(
  before: Columns,
  after: Columns,
  tick: (share: number) => Promise<void>,
  replicates: number = BOOTSTRAP.replicates,
): Promise<PairChanges> {
  const rng = pcg64(BOOTSTRAP.seed);
  const a = await blockPeriod(before, () => tick(0));
  const b = await blockPeriod(after, () => tick(0));
  const all = pairsOf(before.length);
  const pairs = all.filter((pair) => pair.every((c) => a.columns[c] !== null && b.columns[c] !== null));
  const [rankedBefore, rankedAfter] = [await rankColumns(before, tick), await rankColumns(after, tick)];
  const first = await resamplePairs(
    a,
    pairs,
    await drawStarts(a, replicates, rng, tick),
    watching(tick, 0, replicates),
  );
  const second = await resamplePairs(
    b,
    pairs,
    await drawStarts(b, replicates, rng, tick),
    watching(tick, 0.5, replicates),
  );
  const changes: PairChange[] = [];
  for (const [g, [left, right]] of pairs.entries()) {
    const spearman: [number, number] = [
      meanProduct(rankedBefore[left]!, rankedBefore[right]!),
      meanProduct(rankedAfter[left]!, rankedAfter[right]!),
    ];
    const change = correlationChange(one(first, g), one(second, g), Math.min(a.blocks, b.blocks));
    changes.push({ left, right, pearson: [first.r[g], second.r[g]], spearman, ...change, p_adjusted: null });
    await tick(1);
  }
  adjust(changes);
  changes.sort((x, y) => Math.abs(y.delta) - Math.abs(x.delta) || x.left - y.left || x.right - y.right);
  return { pairs: changes, n_undefined: all.length - pairs.length, before: a, after: b };
}

function pairsOf(p: number): Pair[] {
  return Array.from({ length: p }, (_, i) => i).flatMap((i) =>
    Array.from({ length: p - i - 1 }, (_, k): Pair => [i, i + 1 + k]),
  );
}

function one({ r, se, center, rs, ses }: ResampledPairs, g: number) {
  return { r: r[g], se: se[g], center: center[g], rs: rs[g], ses: ses[g] };
}

/** Where the blocks of each resample start: uniform over the positions. */
async function drawStarts(
  { blocks, positions }: BlockedPeriod,
  replicates: number,
  rng: Rng,
  tick: (share: number) => Promise<void>,
): Promise<Int32Array> {
  const starts = new Int32Array(replicates * blocks);
  for (let k = 0; k < starts.length; k++) {
    starts[k] = integers(rng, positions);
    if (k % CHUNK === 0) await tick(0);
  }
  return starts;
}

const CHUNK = 1 << 16;

async function rankColumns(columns: Columns, tick: (share: number) => Promise<void>): Promise<(Float64Array | null)[]> {
  const ranked: (Float64Array | null)[] = [];
  for (const column of columns) {
    ranked.push(standardised(ranks(column)));
    await tick(0);
  }
  return ranked;
}

/** Counts the resamples of one period as half of the work. */
function watching(tick: (share: number) => Promise<void>, from: number, replicates: number): () => Promise<void> {
  let done = 0;
  return () => tick(from + 0.5 * Math.min(1, ++done / replicates));
}

function adjust(pairs: PairChange[]): void {
  const tested = pairs.filter(({ p_value }) => p_value !== null);
  const adjusted = benjaminiHochberg(tested.map(({ p_value }) => p_value as number));
  tested.forEach((pair, i) => {
    pair.p_adjusted = adjusted[i];
  });
}

/** True when the interval leaves 0 out. */
export function clears({ interval }: CorrelationChange): boolean {
  return interval !== null && (interval[0] > 0 || interval[1] < 0);
}

/** A pair as answers show it. */
export function pairFields(pair: PairChange, tags: readonly string[]) {
  const { interval, interval_reason } = pair;
  return {
    left: tags[pair.left],
    right: tags[pair.right],
    pearson_before: pair.pearson[0],
    pearson_after: pair.pearson[1],
    delta: pair.delta,
    ...orReason("interval", interval, interval_reason ?? ""),
    clears: clears(pair),
    ...orReason("p_value", pair.p_value, interval_reason ?? ""),
    ...orReason("p_adjusted", pair.p_adjusted, interval_reason ?? ""),
    spearman_before: pair.spearman[0],
    spearman_after: pair.spearman[1],
    spearman_delta: pair.spearman[1] - pair.spearman[0],
  };
}
