import type { Series } from "../series/series.ts";
import type { TagMeta } from "../series/tag-meta.ts";

/**
 * The segments as an operating state: one row a window row of any quality, `S1`, `S2`, … by how many of `starts`
 * (microseconds, rising) lie at or before it, all GOOD. `screen --mode` takes such an archive.
 */
export function segmentStates(t: Float64Array, starts: readonly number[]): Series {
  const code = new Int32Array(t.length);
  let passed = 0;
  for (let i = 0; i < t.length; i++) {
    while (passed < starts.length && starts[passed] <= t[i]) passed++;
    code[i] = passed;
  }
  return {
    t,
    v: new Float64Array(t.length).fill(Number.NaN),
    q: new Uint16Array(t.length),
    qualities: ["GOOD"],
    states: { code, labels: Array.from({ length: starts.length + 1 }, (_, k) => `S${k + 1}`) },
    subMicrosecondCollisions: 0,
  };
}

/** Metadata of that archive: the tag's identity with `.SEG`, role MODE, quality assumed, no unit and no range. */
export function segmentMeta(meta: TagMeta): TagMeta {
  return {
    identity: { source_id: meta.identity.source_id, point_id: `${meta.identity.point_id}.SEG` },
    name: `${meta.name} segments`,
    unit_raw: null,
    unit_canonical: null,
    eng_range_zero: null,
    eng_range_span: null,
    sample_rate_s: meta.sample_rate_s,
    retrieval_mode: null,
    asset: meta.asset,
    loop_id: meta.loop_id,
    role: "MODE",
    quality_codes: null,
    quality_assumed: true,
  };
}
