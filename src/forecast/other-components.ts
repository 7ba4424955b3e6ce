import { type Component, type ComponentFacts, declared, type Plain, type Work } from "./component.ts";
import type { Training } from "./training.ts";

/** One fold: positions of the training rows and of the rows to be predicted, ascending. */
export interface Fold {
  train: { from: number; to: number };
  test: Int32Array;
}

/** Cuts a series of n rows into folds. BadCall when its parameters do not fit together. */
export interface Splitter<P = Record<string, unknown>> extends ComponentFacts {
  object_type: "splitter";
  /** Refuses SeriesTooShort where n rows leave no fold. */
  split(n: number, params: P): Fold[];
}

/** What a metric looks at: as many predictions as true values, in order. */
export interface Scored {
  actual: Float64Array;
  predicted: Float64Array;
  /** The rows that the model was trained on; for scales. */
  train: Float64Array;
  /** Steps after the last training row, one a value; 1, 2, 3, … where it is left out. */
  steps?: readonly number[];
  /** The season, for scales, where the metric's own `sp` is not stated. */
  period: number;
  /** Bounds of the interval of `coverage`; null where none was made. */
  lower: Float64Array | null;
  upper: Float64Array | null;
  coverage: number;
  /** The predictive quantile at a probability for each row; null where there is none. */
  quantile: ((p: number) => Float64Array) | null;
}

/** A score, or why it has none: an undefined one is never 0, Infinity or divided by an epsilon. */
export type Score = { value: number } | { value: null; reason: string; details: Record<string, Plain> };

/** Scores predictions against what came. */
export interface Metric<P = Record<string, unknown>> extends ComponentFacts {
  object_type: "metric";
  /** The words that `--metrics` takes for it, such as mae. */
  short: string;
  /** Whether it needs an interval or quantiles. */
  needs: "point" | "interval" | "quantiles";
  better: "smaller" | "larger" | "nominal";
  score(scored: Scored, params: P): Score;
}

/** One thing that a detector found. */
export interface Detection {
  /** Position of the row, from 0: of a change, the first row of the new segment. */
  position: number;
  score: number;
  direction: "up" | "down" | null;
}

/** Finds changes or outliers. */
export interface Detector<P = Record<string, unknown>> extends ComponentFacts {
  object_type: "detector";
  finds: "changes" | "outliers" | "segments";
  detect(train: Training, params: P, work: Work): Detected | Promise<Detected>;
}

/** What a detector found, in row order; a score of every row (NaN where it has none), and what it was found with. */
export interface Detected {
  found: Detection[];
  scores: Float64Array | null;
  facts: Record<string, Plain>;
}

/** Estimates a parameter of a series, such as its season. */
export interface ParamEst<P = Record<string, unknown>> extends ComponentFacts {
  object_type: "param_est";
  estimate(train: Training, params: P): Record<string, Plain>;
}

/** Aligns two series of values. */
export interface Aligner<P = Record<string, unknown>> extends ComponentFacts {
  object_type: "aligner";
  align(a: Float64Array, b: Float64Array, params: P): { distance: number; path: [number, number][] };
}

/** Labelled or unlabelled series, one row each. */
export interface Panel {
  names: string[];
  rows: Float64Array[];
  /** Null where no label column was named. */
  labels: string[] | null;
}

/** Learns labels. */
export interface Classifier<P = Record<string, unknown>, S = Plain> extends ComponentFacts {
  object_type: "classifier";
  fit(panel: Panel, params: P): S;
  predict(state: S, params: P, panel: Panel): { labels: string[]; shares: Record<string, number>[] };
}

/** Groups series. */
export interface Clusterer<P = Record<string, unknown>, S = Plain> extends ComponentFacts {
  object_type: "clusterer";
  fit(panel: Panel, params: P): S;
  predict(state: S, params: P, panel: Panel): Int32Array;
  /** How good the groups are and how they were found. */
  describe?(state: S): Record<string, Plain>;
}

/** Declares a splitter; types only. */
export function splitter<P>(definition: Splitter<P>): Component {
  return declared(definition);
}

/** Declares a metric; types only. */
export function metric<P>(definition: Metric<P>): Component {
  return declared(definition);
}

/** Declares a detector; types only. */
export function detector<P>(definition: Detector<P>): Component {
  return declared(definition);
}

/** Declares a parameter estimator; types only. */
export function paramEst<P>(definition: ParamEst<P>): Component {
  return declared(definition);
}

/** Declares an aligner; types only. */
export function aligner<P>(definition: Aligner<P>): Component {
  return declared(definition);
}

/** Declares a classifier; types only. */
export function classifier<P, S>(definition: Classifier<P, S>): Component {
  return declared(definition);
}

/** Declares a clusterer; types only. */
export function clusterer<P, S>(definition: Clusterer<P, S>): Component {
  return declared(definition);
}
