import { pelt } from "../../numerics/pelt.ts";
import type { Work } from "../component.ts";
import type { Detection } from "../other-components.ts";
import { cusum, runningSums } from "./cusum.ts";
import { type NoiseScale, noiseScale } from "./noise-scale.ts";

/** How changes of level are searched. */
export interface PeltOptions {
  /** Price of one change in squared scaled units; null for 2·ln n. */
  penalty: number | null;
  min_segment_length: number;
  /** Divide by the noise's scale first. */
  scale: boolean;
}

/** Changes of level, and what they were found with. */
export interface PeltChanges {
  found: Detection[];
  penalty: number;
  scale: NoiseScale | null;
  /** Σ(x − segment mean)² in squared scaled units. */
  cost: number;
}

/**
 * The cheapest segmentation under squared error with a price a change (PELT; Killick, Fearnhead & Eckley 2012), found
 * exactly. The price is that of BIC, 2·ln n, in units of the noise variance, so the values are divided by a robust scale
 * of the noise first. A change's score is the CUSUM statistic of the two segments that it parts.
 */
export async function peltChanges(y: Float64Array, options: PeltOptions, work: Work): Promise<PeltChanges> {
  const penalty = options.penalty ?? 2 * Math.log(y.length);
  const scale = options.scale ? noiseScale(y) : null;
  const none = { found: [], penalty, scale, cost: 0 };
  if (y.length < 2 || scale?.sigma === 0) return none;
  const z = y.map((value) => value / (scale?.sigma ?? 1));
  const { starts, cost } = await pelt(z, { penalty, min_size: options.min_segment_length }, work.tick);
  const sums = runningSums(z);
  const found = starts.map((start, k) => {
    const statistic = cusum(sums, starts[k - 1] ?? 0, start, starts[k + 1] ?? y.length);
    return {
      position: start,
      score: Math.abs(statistic),
      direction: statistic > 0 ? ("up" as const) : ("down" as const),
    };
  });
  return { ...none, found, cost };
}
