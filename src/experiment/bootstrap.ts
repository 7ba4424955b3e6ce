import type { BcaInterval } from "../numerics/bca-interval.ts";
import { normalCdf, normalQuantile } from "../numerics/normal.ts";
import type { Rng } from "../numerics/pcg64.ts";
import { quantileOfSorted } from "../numerics/sorted-statistics.ts";
import { DRAWS_PER_TICK, type Pace } from "./pace.ts";
import type { Interval } from "./proportions.ts";
import type { Resampler } from "./resample.ts";

/** The statistic of every resample, in the order drawn and sorted. */
export interface Replicates {
  drawn: Float64Array;
  sorted: Float64Array;
}

/** Draws `replicates` pairs of resamples, the control's first, and makes of each pair the statistics wanted. */
export async function bootstrap(
  arms: { control: Resampler; treatment: Resampler },
  statistics: readonly ((control: Float64Array, treatment: Float64Array) => number)[],
  rng: Rng,
  replicates: number,
  pace: Pace,
): Promise<Replicates[]> {
  const drawn = statistics.map(() => new Float64Array(replicates));
  const c = new Float64Array(arms.control.width);
  const t = new Float64Array(arms.treatment.width);
  let draws = 0;
  for (let r = 0; r < replicates; r++) {
    arms.control.draw(rng, c, 0);
    arms.treatment.draw(rng, t, 0);
    for (let s = 0; s < statistics.length; s++) drawn[s][r] = statistics[s](c, t);
    draws += arms.control.cost + arms.treatment.cost;
    if (draws < DRAWS_PER_TICK) continue;
    draws = 0;
    pace.progress(r + 1, replicates, "replicates");
    await pace.tick();
  }
  return drawn.map((values) => ({ drawn: values, sorted: Float64Array.from(values).sort() }));
}

/** The percentile interval: type-7 quantiles at α/2 and 1 − α/2. */
export function percentileInterval({ sorted }: Replicates, alpha: number): Interval {
  return { low: quantileOfSorted(sorted, alpha / 2), high: quantileOfSorted(sorted, 1 - alpha / 2) };
}

/** Twice the smaller share of replicates on one side of 0, each side counted with one more. */
export function percentileP({ sorted }: Replicates): number {
  const [below, above] = sides(sorted, 0);
  return Math.min(1, (2 * (1 + Math.min(below, above))) / (sorted.length + 1));
}

/** Replicates at or below, and at or above `x`. */
function sides(sorted: Float64Array, x: number): [number, number] {
  let below = 0;
  let above = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (sorted[i] <= x) below++;
    if (sorted[i] >= x) above++;
  }
  return [below, above];
}

/**
 * The two-sided level whose BCa interval ends at 0, from the interval's two corrections: the percentile that it reads is
 * solved for z. Shares count with one more.
 */
export function bcaP(
  { sorted }: Replicates,
  { bias, acceleration }: Pick<BcaInterval, "bias" | "acceleration">,
): number {
  const [below, above] = sides(sorted, 0);
  const n = sorted.length;
  const share = Math.min(n / (n + 1), Math.max(1 / (n + 1), (n - above + below) / (2 * n)));
  const w = normalQuantile(share) - bias;
  const tail = normalCdf(w / (1 + acceleration * w) - bias);
  return Math.min(1, 2 * Math.min(tail, 1 - tail));
}
