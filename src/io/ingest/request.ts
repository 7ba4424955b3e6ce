import type { Severity } from "../../series/tag-meta.ts";

/** The arguments of `ingest`, as both surfaces parse them; keys are those of the command's input. */
export interface IngestRequest {
  /** CSV or parquet export. */
  source: string;
  /** Archive to write (single form) or folder of archives (wide and long). */
  out?: string;
  /** Tag metadata of the single form; JSON. */
  meta?: string;
  /** Folder of tag metadata, one `TAG.json` a tag (wide and long). */
  meta_dir?: string;
  /** Write a metadata template here (a file, or a folder for wide and long) instead of archives. */
  init_meta?: string;
  /** `identity.source_id` of the templates of wide and long exports. */
  source_id?: string;
  wide: boolean;
  tag_col?: string;
  /** Only these tags of a wide or long export. */
  tags?: string[];
  quality_suffix?: string;
  timestamp_col?: string;
  value_col?: string;
  quality_col?: string;
  timestamp_format?: string;
  timestamp_unit?: TimestampUnit;
  dayfirst: boolean;
  tz?: string;
  sep?: string;
  decimal?: string;
  thousands?: string;
  encoding?: string;
  /** Words that stand for a missing cell, beside the empty one. */
  na?: string[];
  assume_quality?: Severity;
  overwrite: boolean;
}

export type TimestampUnit = "s" | "ms" | "us" | "ns";
export type IngestForm = "single" | "wide" | "long";

/** One archive that was written. */
export interface IngestedArchive {
  /** As the caller spelled it, with `/` between folders. */
  path: string;
  /** `source_id:point_id`. */
  tag: string;
  identity: { source_id: string; point_id: string };
  rows: number;
  /** First and last timestamp; null when there are no rows. */
  first: string | null;
  last: string | null;
  quality_source: "column" | "assumed";
  /** The column quality was read from, or null. */
  quality_column: string | null;
  /** The severity this call assumed, or null. */
  assumed_quality: Severity | null;
}

/** What ingest did: archives, or under `init_meta` the templates it wrote. */
export interface IngestReport {
  form: IngestForm;
  archives?: IngestedArchive[];
  templates?: string[];
  /** The zone that naive timestamps were read in; null when none was needed. */
  tz: string | null;
}

/** What ingest needs of the outside. */
export interface IngestDeps {
  /** Absolute path of a path as the caller typed it. Throws BadCall outside the allowed folders. */
  resolve(path: string): string;
  signal: AbortSignal;
  progress(done: number, total: number, label: string): void;
  log(message: string): void;
}
