import { extent } from "./extent.ts";
import { median } from "./median.ts";
import { admit, type Envelope, newEnvelope } from "./pelt-envelope.ts";
import { extend, prefixSums, ROUNDING, type Tables } from "./pelt-tables.ts";

/** The optimum of a penalised segmentation. */
export interface Segmentation {
  /** Index of the first value of each segment but the first, rising. */
  starts: number[];
  /** Sum over segments of Σ(x − segment mean)². */
  cost: number;
  /** cost + penalty × breakpoints: no segmentation with this minimum size has less. */
  objective: number;
  /** What the running sums cannot resolve, in squared units; Infinity when they overflow. Far below the penalty, or no answer. */
  resolution: number;
}

export interface PeltOptions {
  /** Price of one breakpoint, in squared units of the values; > 0. */
  penalty: number;
  /** Fewest values in a segment, m ≥ 1. */
  min_size: number;
}

/** Steps between two calls of `tick`: some milliseconds. */
const CHUNK = 1 << 14;

/**
 * Exact least-squares segmentation with a minimum segment size m: minimises Σ(x − segment mean)² + penalty × breakpoints
 * by PELT's recursion (Killick, Fearnhead & Eckley 2012), f(0) = −penalty and
 * f(t) = min over s ≤ t − m of f(s) + cost(s, t) + penalty.
 *
 * Starts are pruned functionally (Maidstone, Hocking, Rigaill & Fearnhead 2017): with the level μ of the last segment
 * left free, the costs of two starts differ by an amount that no longer depends on t, so a start that is nowhere the
 * cheapest never will be. A start r competes only from t = r + m, when it may begin a segment; pruning against it
 * earlier is what loses optima. Unlike PELT's own bound this also prunes where nothing changes.
 *
 * Ties (within the rounding of a cost) go to the earliest start of the last segment, at every t. Time grows near n, memory is O(n).
 * Values are finite; fewer than 2m give one segment.
 */
export async function pelt(
  values: Float64Array,
  options: PeltOptions,
  tick: () => Promise<void>,
): Promise<Segmentation> {
  const { penalty, min_size: m } = options;
  const n = values.length;
  const center = median(values);
  const tables = prefixSums(values, center, penalty);
  const resolution = Number.isFinite(tables.squares[n]) ? tables.squares[n] * 2 ** -100 : Number.POSITIVE_INFINITY;
  if (n < 2 * m || resolution > penalty) return { ...describe(values, [], penalty), resolution };
  const { min, max } = extent(values);
  const envelope = newEnvelope(min - center, max - center);
  for (let t = m; t <= n; t++) {
    if (t >= 2 * m) admit(envelope, tables, t - m, penalty);
    settle(envelope, tables, t, penalty);
    if (t % CHUNK === 0) await tick();
  }
  const starts: number[] = [];
  for (let s = tables.last[n]; s > 0; s = tables.last[s]) starts.push(s);
  return { ...describe(values, starts.reverse(), penalty), resolution };
}

/** f(t) and the start that gives it: the least over the owners, the earliest of those that rounding cannot tell apart. */
function settle({ count, owner }: Envelope, tables: Tables, t: number, penalty: number): void {
  const { sum, sumLow, squares, squaresLow, best, bestLow, last } = tables;
  let start = owner[0];
  let least = Number.POSITIVE_INFINITY; // relative to the best objective at owner[0]
  let leastCost = 0;
  const [base, baseLow] = [best[start], bestLow[start]];
  for (let i = 0; i < count; i++) {
    const s = owner[i];
    const total = sum[t] - sum[s] + (sumLow[t] - sumLow[s]);
    const energy = squares[t] - squares[s] + (squaresLow[t] - squaresLow[s]);
    const cost = energy - (total * total) / (t - s);
    const value = best[s] - base + (bestLow[s] - baseLow) + cost;
    const tolerance = ROUNDING * (energy + penalty);
    if (value < least - tolerance || (s < start && value <= least + tolerance)) {
      least = value;
      leastCost = cost;
      start = s;
    }
  }
  extend(best, bestLow, start, t, leastCost + penalty);
  last[t] = start;
}

/** Adds up the cost from the segments themselves, each around its own mean: no prefix sum takes part. */
function describe(values: Float64Array, starts: number[], penalty: number): Omit<Segmentation, "resolution"> {
  let cost = 0;
  for (const [k, from] of [0, ...starts].entries()) {
    const to = starts[k] ?? values.length;
    let mean = 0;
    for (let i = from; i < to; i++) mean += (values[i] - mean) / (i - from + 1);
    let drift = 0;
    let squares = 0;
    for (let i = from; i < to; i++) {
      const d = values[i] - mean;
      drift += d;
      squares += d * d;
    }
    cost += squares - (drift * drift) / (to - from);
  }
  return { starts, cost, objective: cost + penalty * starts.length };
}
