import { orReason } from "../contract/outcome.ts";
import { scoresByKey, skillScores } from "./asked-metrics.ts";
import type { Baseline } from "./baselines.ts";
import type { Evaluation, Scoring } from "./evaluate.ts";

/** The scores of an evaluation and its baselines as answers have them, the longest lists cut to `most`. */
export function evaluationFields(own: Evaluation, baselines: Baseline[], { metrics, coverage }: Scoring, most: number) {
  const byKey = (scores: Evaluation["scores"]) => scoresByKey(metrics, scores);
  return {
    n_folds: own.folds.length,
    horizon: Math.max(...own.by_step.map(({ step }) => step)),
    metrics: byKey(own.scores),
    coverage,
    ...coverageOf(own),
    n_predictions: predictions(own),
    baselines: baselines.map((baseline) => besides(baseline, own, metrics)),
    per_step: own.by_step.slice(0, most).map(({ step, scores }) => ({ step, metrics: byKey(scores) })),
    per_step_dropped: Math.max(0, own.by_step.length - most),
    folds: own.folds.slice(0, most).map(({ cutoff, n_train, n_test, model, scores }) => ({
      cutoff,
      n_train,
      n_test,
      model,
      metrics: byKey(scores),
    })),
    folds_dropped: Math.max(0, own.folds.length - most),
  };
}

/** Rows that were predicted and scored. */
export function predictions({ folds }: Evaluation): number {
  return folds.reduce((sum, fold) => sum + fold.n_test, 0);
}

function besides({ name, ...baseline }: Baseline, own: Evaluation, metrics: Scoring["metrics"]) {
  if (baseline.evaluation === null) {
    const { reason } = baseline;
    return { name, ...orReason("metrics", null, reason), ...orReason("realised_coverage", null, reason) };
  }
  const { scores } = baseline.evaluation;
  const skill = skillScores(metrics, own.scores, scores);
  return { name, metrics: scoresByKey(metrics, scores), skill, ...coverageOf(baseline.evaluation) };
}

function coverageOf({ coverage }: Evaluation) {
  if (coverage.value === null) return orReason("realised_coverage", null, coverage.reason);
  return { realised_coverage: coverage.value, mean_width: coverage.mean_width };
}
