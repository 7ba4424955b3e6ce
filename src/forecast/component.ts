import type * as z from "zod/mini";
import type { RefusalName } from "../contract/refusals.ts";
import type { NumberColumn } from "../series/dataset/dataset.ts";
import type { Aligner, Classifier, Clusterer, Detector, Metric, ParamEst, Splitter } from "./other-components.ts";
import type { Ask, Predictive } from "./predictive.ts";
import type { Training } from "./training.ts";
import type { Monotone } from "./transform/monotone.ts";

/** What a component is for. */
export const OBJECT_TYPES = [
  "forecaster",
  "transformer",
  "splitter",
  "metric",
  "detector",
  "param_est",
  "aligner",
  "classifier",
  "clusterer",
] as const;
export type ObjectType = (typeof OBJECT_TYPES)[number];

/** State and other results are kept as JSON: numbers are finite, arrays are plain. */
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

/** Given to long work: call `tick` between chunks; it yields and throws when the call is cancelled. */
export interface Work {
  tick(): Promise<void>;
  progress(done: number, total: number, label: string): void;
}

/** What a component can do. Absent means no. */
export interface Tags {
  "capability:pred_int"?: boolean;
  /** Explaining columns are used. Without it they are refused, not ignored. */
  "capability:exogenous"?: boolean;
  /** NaN in y is understood; otherwise the engine refuses MissingValues before `fit`. */
  "capability:missing_values"?: boolean;
  /** New observations move the states without estimating anew. */
  "capability:update"?: boolean;
  /** The explaining columns are forecast too: they need not be known at the steps asked for. */
  "capability:forecasts_exogenous"?: boolean;
}

/** What every component says of itself; one file each, the default export. */
export interface ComponentFacts {
  /** As the reference spells it. */
  name: string;
  /** Other spellings; case and underscores never matter. */
  aliases?: string[];
  object_type: ObjectType;
  /** One line: what it does. */
  summary: string;
  /** Where the formula is from. */
  source: string;
  /** A strict object; every field has a default or is required, and is described with `field`. Order is that of positionals. */
  parameters: z.ZodMiniObject;
  tags: Tags;
  /** What it refuses, beside what the engine refuses for every component. */
  refuses: RefusalName[];
  /** A command line without the leading `liquet` that a test runs. */
  example: string;
}

/**
 * A forecaster: pure functions over a state of plain JSON. `P` are the parsed parameters. The engine has checked the
 * series (`src/forecast/training.ts`) before `fit` and the future columns before `predict`.
 */
export interface Forecaster<P = Record<string, unknown>, S = unknown> extends ComponentFacts {
  object_type: "forecaster";
  /** What it can do with these parameters, where that hangs on its parts; `tags` say what it may be able to do. */
  tagsOf?(params: P): Tags;
  /** Least number of observations; the engine refuses SeriesTooShort below. `period` is the season when `sp` is not stated. */
  minLength(params: P, train: Training): number;
  fit(train: Training, params: P, work: Work): S | Promise<S>;
  /** Predictions at `ask.steps`, each >= 1 and ascending. */
  predict(state: S, params: P, ask: Ask, work: Work): Predictive | Promise<Predictive>;
  /**
   * The state after `added` more rows at the end of `train`, which holds all of them, without estimating anew. Where it
   * is left out the engine fits again.
   */
  update?(state: S, train: Training, params: P, added: number, work: Work): S | Promise<S>;
  /** One-step predictions of the rows it was fitted on (NaN where there is none); for residuals and in-sample steps. */
  fitted?(state: S, params: P): Float64Array;
  /** What was found: `model` such as ETS(M,A,M), the estimates by name, what the caller should know. */
  describe(state: S, params: P): Description;
}

/** A fitted component in words and numbers. */
export interface Description {
  model: string;
  /** Estimates, criteria and counts by name. A null has a sibling `<key>_reason`. */
  params: Record<string, Plain>;
  /** The season that the model has; 1 for none. */
  period: number;
  warnings: string[];
  /** The method whose intervals were measured on real series (calibration-table.ts), where the component's name is not it. */
  measured_as?: string;
}

/** A transformer of the series (T * F) or of the explaining columns (T ** F). */
export interface Transformer<P = Record<string, unknown>, S = unknown> extends ComponentFacts {
  object_type: "transformer";
  minLength(params: P, train: Training): number;
  fit(train: Training, params: P, work: Work): S | Promise<S>;
  /**
   * The rows transformed: their y, or their columns where it `makes_columns`. The rows are those it was fitted on, or
   * others of the same series. Rows may be dropped at the start only (`first` of the training moves).
   */
  transform(state: S, params: P, train: Training, work: Work): Training | Promise<Training>;
  /** Predictions of the transformed series as predictions of the series. Null: it cannot be undone, and nothing is. */
  invert:
    | ((state: S, params: P, predicted: Predictive, ask: Ask, work: Work) => Predictive | Promise<Predictive>)
    | null;
  /** F * T: predictions of the series as predictions of the transformed one. Left out: it cannot act on a forecast. */
  apply?(state: S, params: P, predicted: Predictive, ask: Ask, work: Work): Predictive | Promise<Predictive>;
  /**
   * Where it maps each value on its own, and so can be turned round (~T): the map, and what is learned of rows that have
   * its values already. BadCall where it cannot be with these parameters. Left out: it cannot be.
   */
  reversible?: {
    fit(train: Training, params: P): S;
    map(state: S, params: P): Monotone;
  };
  /**
   * The state after more rows at the end of `train`, which holds all of them, without estimating anew. Null, or left
   * out: only fitting it again will do.
   */
  update?(state: S, params: P, train: Training, work: Work): S | null | Promise<S | null>;
  /** It makes explaining columns of the rows (x of the training), and leaves y as it is. */
  makes_columns?(params: P): boolean;
  /**
   * How it acts on explaining columns (T ** F), for what is composed. Left out: one that makes columns is asked for
   * them, and any other transforms each column as a series of its own.
   */
  columns?: {
    fit(rows: Training, params: P, work: Work): Plain | Promise<Plain>;
    make(state: Plain, params: P, rows: Training, work: Work): NumberColumn[] | Promise<NumberColumn[]>;
  };
  /** Its inverse adds up predictions of several steps, so it needs the weights `linear` of the inner model. */
  integrates?(params: P): boolean;
  describe(state: S, params: P): Record<string, Plain>;
}

export type Component =
  | Forecaster
  | Transformer
  | Splitter
  | Metric
  | Detector
  | ParamEst
  | Aligner
  | Classifier
  | Clusterer;

/** Forgets what a component's parameters and state are: the registry holds all of them alike. Types only. */
export function declared(definition: { object_type: ObjectType }): Component {
  return definition as Component;
}

/** Declares a forecaster; types only. */
export function forecaster<P, S>(definition: Forecaster<P, S>): Component {
  return declared(definition);
}

/** Declares a transformer; types only. */
export function transformer<P, S>(definition: Transformer<P, S>): Component {
  return declared(definition);
}
