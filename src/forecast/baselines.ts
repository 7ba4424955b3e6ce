import { Refusal } from "../contract/outcome.ts";
import type { Work } from "./component.ts";
import { type Evaluation, evaluateSpec, type Scoring } from "./evaluate.ts";
import type { Fold } from "./other-components.ts";
import { readSpec } from "./spec/resolve-spec.ts";
import type { Training } from "./training.ts";

/** A baseline beside the model, or why there is none. */
export type Baseline = { name: string; evaluation: Evaluation } | { name: string; evaluation: null; reason: string };

/**
 * The naive forecast and, where the series has a season, the seasonal naive one, over the same folds; also that of every
 * longer season of the calendar which the training rows of each fold hold, since the week of a load beats its day.
 */
export async function evaluateBaselines(
  train: Training,
  folds: Fold[],
  scoring: Scoring,
  season: number,
  work: Work,
): Promise<Baseline[]> {
  const seasonal = (name: string, sp: number) => ({ name, spec: `SeasonalNaive(sp=${sp})` });
  const wanted = [
    { name: "naive", spec: "NaiveForecaster()" },
    ...(season > 1 ? [seasonal("seasonal naive", season)] : []),
    ...longer(train, folds, season).map((sp) => seasonal(`seasonal naive (${sp})`, sp)),
  ];
  const found: Baseline[] = [];
  for (const { name, spec } of wanted) {
    try {
      found.push({
        name,
        evaluation: await evaluateSpec(await readSpec(spec), { ...train, x: [] }, folds, scoring, work),
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      found.push({ name, evaluation: null, reason: error.message });
    }
  }
  return found;
}

/** Seasons of the calendar above the one that the series has, where every fold learns from one of them at least. */
function longer({ periods }: Training, folds: Fold[], season: number): number[] {
  const least = Math.min(...folds.map(({ train }) => train.to - train.from));
  return season > 1 ? periods.filter((period) => period > season && period <= least) : [];
}
