import type { FillMethod } from "../../series/dataset/fill.ts";
import type { FormatRules } from "../../series/dataset/format-series.ts";
import type { ValueTransform } from "../../series/dataset/value-transforms.ts";
import type { DataFormat, ReadOptions } from "./request.ts";

/** What a `data_` handle stands for. `of` is the handle that it builds on. */
export type DataRecipe =
  | LoadRecipe
  | DemoRecipe
  | GeneratedRecipe
  | SplitRecipe
  | FormatRecipe
  | ValueRecipe
  | InvertRecipe;

/** Bytes read as a series or as curves: which bytes, how, and which columns are what. */
export interface LoadRecipe {
  op: "load";
  content: { sha256: string; format: DataFormat };
  /** Only the options that were given. */
  read: ReadOptions;
  as: "series" | "curves";
  /** Column names; null where there is none. For curves `target` holds the values. */
  columns: { time: string | null; target: string | null; exog: string[]; curve: string | null; label: string | null };
  /** Stated; null when it is inferred. */
  frequency: string | null;
}

/** A series that liquet ships. */
export interface DemoRecipe {
  op: "demo";
  name: string;
  /** Of its rows: a corrected number is another handle. */
  sha256: string;
}

/** A series of known making. */
export interface GeneratedRecipe {
  op: "generated";
  name: string;
  parameters: Record<string, number>;
  /** Of its rows. */
  sha256: string;
}

/** The first rows, or the last `n_test`. */
export interface SplitRecipe {
  op: "split";
  of: string;
  part: "train" | "test";
  n_test: number;
}

/** Rows put in order; see `FormatRules`. */
export interface FormatRecipe extends Omit<FormatRules, "frequency" | "fill"> {
  op: "format";
  of: string;
  frequency: string | null;
  fill: FillMethod | null;
}

/** Values transformed one by one. */
export type ValueRecipe = ValueTransform & { op: "transform"; of: string };

/** The transform that made `of`, undone. */
export interface InvertRecipe {
  op: "invert";
  of: string;
}
