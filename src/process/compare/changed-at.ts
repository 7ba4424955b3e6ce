import { MAD_TO_SIGMA, mad } from "../../numerics/mad.ts";
import { median } from "../../numerics/median.ts";
import { type TagMeta, tagOf } from "../../series/tag-meta.ts";
import { pelt } from "../pelt.ts";
import type { Period } from "./period.ts";

/** When the tag changed: the first sample of the first new segment at or after the start of the second period. */
export interface SegmentOutcome {
  at: number | null;
  /** True when that segment starts with the second period itself: the hole between the periods may be all there is to it. */
  seam: boolean | null;
  reason: string | null;
}

const MIN_SIZE = 10;

/** Segments both periods of a tag as one series (PELT on MAD-scaled values, penalty 3·ln n, at least 10 samples). */
export async function segmentBothPeriods(
  meta: TagMeta,
  before: Period,
  after: Period,
  tick: () => Promise<void>,
): Promise<SegmentOutcome> {
  const [a, b] = [before.good, after.good];
  const n = a.v.length + b.v.length;
  const none = (reason: string) => ({ at: null, seam: null, reason });
  if (n < 2 * MIN_SIZE) return none(`InsufficientQuality: ${tagOf(meta)}: ${n} GOOD samples; ${2 * MIN_SIZE} required`);
  const values = new Float64Array(n);
  values.set(a.v);
  values.set(b.v, a.v.length);
  const scale = MAD_TO_SIGMA * mad(values);
  if (scale === 0) return none(`NoSpread: ${tagOf(meta)}: the MAD of ${n} GOOD samples is 0`);
  const center = median(values);
  const z = values.map((x) => (x - center) / scale);
  const { starts } = await pelt(z, { penalty: 3 * Math.log(n), min_size: MIN_SIZE }, tick);
  const first = starts.find((start) => start >= a.v.length);
  if (first === undefined) return { at: null, seam: null, reason: null };
  return { at: b.t[first - a.v.length], seam: first === a.v.length, reason: null };
}
