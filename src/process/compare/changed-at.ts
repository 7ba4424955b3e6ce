import { Refusal } from "../../contract/outcome.ts";
import { type TagMeta, tagOf } from "../../series/tag-meta.ts";
import { cutLevels } from "../segment.ts";
import type { Period } from "./period.ts";

/** When the tag changed: the first sample of the first new segment at or after the start of the second period. */
export interface SegmentOutcome {
  at: number | null;
  /** True when that segment starts with the second period itself: the hole between the periods may be all there is to it. */
  seam: boolean | null;
  reason: string | null;
}

const DEFAULTS = { penalty: null, min_size: 10, scale: "mad" } as const;

/** Segments both periods of a tag as one series, by the defaults of `segment`; a refusal becomes the reason. */
export async function segmentBothPeriods(
  meta: TagMeta,
  before: Period,
  after: Period,
  tick: () => Promise<void>,
): Promise<SegmentOutcome> {
  const [a, b] = [before.good, after.good];
  const values = new Float64Array(a.v.length + b.v.length);
  values.set(a.v);
  values.set(b.v, a.v.length);
  try {
    const { found } = await cutLevels(values, DEFAULTS, tagOf(meta), tick);
    const first = found.starts.find((start) => start >= a.v.length);
    if (first === undefined) return { at: null, seam: null, reason: null };
    return { at: b.t[first - a.v.length], seam: first === a.v.length, reason: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { at: null, seam: null, reason: `${error.name}: ${error.message}` };
  }
}
