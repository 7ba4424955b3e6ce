import { mean } from "../numerics/mean.ts";
import type { Plain } from "./component.ts";
import type { Evaluation, FoldScores } from "./evaluate.ts";
import type { Score } from "./other-components.ts";

/** The mean score of each metric over folds, one list a fold; undefined, with the first fold's reason, where any fold's is. */
export function meanScores(folds: Score[][]): Score[] {
  return folds[0].map((_, m) => meanScore(folds.map((scores) => scores[m])));
}

/** The mean scores of each step, over the folds that have it. */
export function meanBySteps(folds: FoldScores[]): Evaluation["by_step"] {
  const found = new Map<number, Score[][]>();
  for (const { by_step } of folds)
    for (const { step, scores } of by_step) {
      const known = found.get(step);
      if (known) known.push(scores);
      else found.set(step, [scores]);
    }
  const steps = [...found].sort(([a], [b]) => a - b);
  return steps.map(([step, scores]) => ({ step, scores: meanScores(scores) }));
}

function meanScore(scores: Score[]): Score {
  const undefinedAt = scores.findIndex(({ value }) => value === null);
  if (undefinedAt < 0) return { value: mean(scores.map(({ value }) => value as number)) };
  const { reason, details } = scores[undefinedAt] as Extract<Score, { value: null }>;
  const n = scores.filter(({ value }) => value === null).length;
  return {
    value: null,
    reason: `${reason} (${n} of ${scores.length} folds)`,
    details: { ...details, folds: n } as Record<string, Plain>,
  };
}

/** The share of test rows inside their intervals, and the mean width over them; null where a fold has no intervals. */
export function realisedOver(folds: FoldScores[]): Evaluation["coverage"] {
  const without = folds.find(({ inside }) => inside === null);
  if (without) return { value: null, reason: without.inside_reason ?? "no interval" };
  const n = folds.reduce((sum, { n_test }) => sum + n_test, 0);
  const inside = folds.reduce((sum, fold) => sum + (fold.inside ?? 0), 0);
  return {
    value: inside / n,
    n,
    mean_width: folds.reduce((sum, fold) => sum + (fold.width ?? 0) * fold.n_test, 0) / n,
  };
}
