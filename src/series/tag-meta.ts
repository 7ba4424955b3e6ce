export type Severity = "GOOD" | "UNCERTAIN" | "BAD";

/** What an archive says about its tag (the `liquet.meta` key; same keys and nesting as the JSON). */
export interface TagMeta {
  identity: { source_id: string; point_id: string };
  name: string;
  unit_raw: string | null;
  unit_canonical: string | null;
  /** Low end of the instrument's range in the tag's unit; high end = zero + span. Both or neither. */
  eng_range_zero: number | null;
  eng_range_span: number | null;
  /** Declared seconds between samples. */
  sample_rate_s: number | null;
  retrieval_mode: "RECORDED" | "INTERPOLATED" | null;
  asset: string | null;
  loop_id: string | null;
  role: "PV" | "SP" | "OP" | "MODE" | null;
  /** Raw quality code (or text in the value column) to severity. */
  quality_codes: Record<string, Severity> | null;
  /** True when the quality was assumed at ingest and not read. */
  quality_assumed: boolean;
}

/** The identity string `source_id:point_id` that answers call `tag`. */
export function tagOf(meta: TagMeta): string {
  return `${meta.identity.source_id}:${meta.identity.point_id}`;
}

/** Metadata that says no more than who the tag is: everything else is null. */
export function bareTagMeta(source_id: string, point_id: string, name: string): TagMeta {
  return {
    identity: { source_id, point_id },
    name,
    unit_raw: null,
    unit_canonical: null,
    eng_range_zero: null,
    eng_range_span: null,
    sample_rate_s: null,
    retrieval_mode: null,
    asset: null,
    loop_id: null,
    role: null,
    quality_codes: null,
    quality_assumed: false,
  };
}
