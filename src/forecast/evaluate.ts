import { Refusal, refusal } from "../contract/outcome.ts";
import { mean } from "../numerics/mean.ts";
import { labelText } from "../series/dataset/index-label.ts";
import { meanBySteps, meanScores, realisedOver } from "./average-folds.ts";
import { type Calibration, calibrated } from "./calibration.ts";
import type { Work } from "./component.ts";
import { describeFitted, fitSpec, predictFitted } from "./engine.ts";
import { intervalAt } from "./forecast.ts";
import type { Fold, Metric, Score, Scored } from "./other-components.ts";
import type { Predictive } from "./predictive.ts";
import { printSpec } from "./spec/print-spec.ts";
import type { ComponentSpec } from "./spec/spec.ts";
import { rowsOf, type Training } from "./training.ts";

/** A metric as it was asked for: the key of its value in answers, and its parameters. */
export interface AskedMetric {
  key: string;
  metric: Metric;
  params: Record<string, unknown>;
}

/** What one fold came to. */
export interface FoldScores {
  cutoff: string;
  n_train: number;
  n_test: number;
  model: string;
  scores: Score[];
  /** One a step: the scores of that step alone. */
  by_step: { step: number; scores: Score[] }[];
  /** Rows inside the interval of the coverage that is held up; null where the model gives none. */
  inside: number | null;
  width: number | null;
  inside_reason: string | null;
}

/** How a forecaster did over the folds. */
export interface Evaluation {
  spec: string;
  folds: FoldScores[];
  /** Mean of the folds' scores, a metric each; undefined where it is undefined in a fold. */
  scores: Score[];
  by_step: { step: number; scores: Score[] }[];
  coverage: { value: number; n: number; mean_width: number } | { value: null; reason: string };
}

/** How folds are scored. */
export interface Scoring {
  metrics: AskedMetric[];
  coverage: number;
  calibration: Calibration;
  /** Season of scales where a metric does not state its own. */
  period: number;
}

/**
 * Fits a forecaster anew to each fold's training rows and scores its predictions of the test rows; explaining columns of
 * the test rows are known. Test rows without a value are not scored, nor folds without any that has one. A fold that is
 * refused refuses the evaluation, and is named; MissingValues where no fold is left.
 */
export async function evaluateSpec(
  spec: ComponentSpec,
  train: Training,
  folds: Fold[],
  scoring: Scoring,
  work: Work,
): Promise<Evaluation> {
  const scored: FoldScores[] = [];
  for (const [i, { train: seen, test }] of folds.entries()) {
    const fold = { train: seen, test: test.filter((row) => Number.isFinite(train.y[row])) };
    if (fold.test.length === 0) continue;
    work.progress(i, folds.length, printSpec(spec));
    scored.push(await inFold(i, folds.length, train, fold, () => scoreFold(spec, train, fold, scoring, work)));
    work.progress(i + 1, folds.length, printSpec(spec));
    await work.tick();
  }
  if (scored.length === 0) throw nothingToScore(train.label, folds.length);
  return {
    spec: printSpec(spec),
    folds: scored,
    scores: meanScores(scored.map(({ scores }) => scores)),
    by_step: meanBySteps(scored),
    coverage: realisedOver(scored),
  };
}

function nothingToScore(label: string, folds: number): Error {
  const remedy = "take other folds, or fill the series first";
  return refusal("MissingValues", `${label}: no row of the ${folds} test parts has a value; ${remedy}`, {
    check: "test_rows",
    observed: 0,
    required: 1,
    remedy,
  });
}

async function inFold<T>(i: number, n: number, train: Training, fold: Fold, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const where = `fold ${i + 1} of ${n} (trained to ${cutoffOf(train, fold)})`;
    throw refusal(error.name, `${where}: ${error.message}`, { ...error.details, fold: i + 1 });
  }
}

function cutoffOf({ index }: Training, fold: Fold): string {
  return labelText(index, index.at[fold.train.to - 1]);
}

async function scoreFold(
  spec: ComponentSpec,
  train: Training,
  fold: Fold,
  scoring: Scoring,
  work: Work,
): Promise<FoldScores> {
  const seen = rowsOf(train, fold.train.from, fold.train.to);
  const fitted = await fitSpec(spec, seen, work);
  const steps = Array.from(fold.test, (row) => row - fold.train.to + 1);
  const last = steps[steps.length - 1];
  const x = train.x.map(({ name, values }) => ({ name, values: values.subarray(fold.train.to, fold.train.to + last) }));
  const inner = await predictFitted(fitted, { label: train.label, steps, x }, work);
  const found = describeFitted(fitted);
  const held =
    scoring.calibration === "none"
      ? null
      : calibrated(inner, spec, { ...found, calendar: train.periods, n: seen.y.length }, steps);
  const predicted = held?.predicted ?? inner;
  const actual = Float64Array.from(fold.test, (row) => train.y[row]);
  const { lower, upper, reason } = boundsOf(predicted, scoring.coverage);
  const whole: Scored = {
    actual,
    predicted: predicted.point,
    train: seen.y,
    steps,
    period: scoring.period,
    lower,
    upper,
    coverage: scoring.coverage,
    quantile: (p) => predicted.point.map((_, i) => predicted.quantile(i, p)),
  };
  const quantileAt = (k: number) => (p: number) => Float64Array.of(predicted.quantile(k, p));
  const scoreAll = (each: Scored) => scoring.metrics.map(({ metric, params }) => metric.score(each, params));
  return {
    cutoff: cutoffOf(train, fold),
    n_train: seen.y.length,
    n_test: actual.length,
    model: found.model,
    scores: scoreAll(whole),
    by_step: steps.map((step, k) => ({ step, scores: scoreAll(oneStep(whole, k, quantileAt(k))) })),
    inside:
      lower === null || upper === null
        ? null
        : actual.reduce((n, y, i) => n + (lower[i] <= y && y <= upper[i] ? 1 : 0), 0),
    width: lower === null || upper === null ? null : mean(upper.map((u, i) => u - lower[i])),
    inside_reason: reason,
  };
}

/** The bounds of every step, or why there are none. */
function boundsOf(predicted: Predictive, coverage: number) {
  try {
    const bounds = Array.from(predicted.point, (_, i) => intervalAt(predicted, i, coverage));
    return {
      lower: Float64Array.from(bounds, (each) => each.lower),
      upper: Float64Array.from(bounds, (each) => each.upper),
      reason: null,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { lower: null, upper: null, reason: error.message };
  }
}

function oneStep(scored: Scored, k: number, quantile: Scored["quantile"]): Scored {
  const cut = (values: Float64Array) => values.subarray(k, k + 1);
  return {
    ...scored,
    actual: cut(scored.actual),
    predicted: cut(scored.predicted),
    steps: scored.steps?.slice(k, k + 1),
    lower: scored.lower === null ? null : cut(scored.lower),
    upper: scored.upper === null ? null : cut(scored.upper),
    quantile,
  };
}
