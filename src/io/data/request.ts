import type { TimestampUnit } from "../ingest/request.ts";

/** The formats that data are read from. */
export const DATA_FORMATS = ["csv", "parquet", "json", "xlsx"] as const;
export type DataFormat = (typeof DATA_FORMATS)[number];

/** A cell of rows given inline or by a database. */
export type InlineCell = string | number | boolean | null;

/** How cells and columns are to be read; what is left out is found out or takes its usual value. */
export interface LoadRequest {
  as?: "series" | "curves";
  /** By default what the name ends in says. */
  format?: DataFormat;
  /** Null: the rows stand on no column, even where one looks like labels. */
  time_column?: string | null;
  target_column?: string;
  exog_columns?: string[];
  /** Held against the labels; never imposed on them. */
  frequency?: string;
  tz?: string;
  curve_column?: string;
  value_column?: string;
  label_column?: string;
  sep?: string;
  decimal?: string;
  thousands?: string;
  encoding?: string;
  na?: string[];
  timestamp_format?: string;
  timestamp_unit?: TimestampUnit;
  dayfirst?: boolean;
  sheet?: string;
  query?: string;
  table?: string;
  query_params?: string[];
  /** Columns by name, or rows as objects: read instead of a source. */
  data?: Record<string, InlineCell[]> | Record<string, InlineCell>[];
}

/** The options of a request that say how cells are read, as a recipe keeps them: only those that were given. */
export const READ_OPTIONS = [
  "sep",
  "decimal",
  "thousands",
  "encoding",
  "na",
  "timestamp_format",
  "timestamp_unit",
  "dayfirst",
  "sheet",
  "tz",
] as const;

export type ReadOptions = Pick<LoadRequest, (typeof READ_OPTIONS)[number]>;
