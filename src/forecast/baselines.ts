import { Refusal } from "../contract/outcome.ts";
import type { Work } from "./component.ts";
import { type Evaluation, evaluateSpec, type Scoring } from "./evaluate.ts";
import type { Fold } from "./other-components.ts";
import { readSpec } from "./spec/resolve-spec.ts";
import type { Training } from "./training.ts";

/** A baseline beside the model, or why there is none. */
export type Baseline = { name: string; evaluation: Evaluation } | { name: string; evaluation: null; reason: string };

/** The naive forecast and, where the series has a season, the seasonal naive one, over the same folds. */
export async function evaluateBaselines(
  train: Training,
  folds: Fold[],
  scoring: Scoring,
  season: number,
  work: Work,
): Promise<Baseline[]> {
  const wanted = [{ name: "naive", spec: "NaiveForecaster()" }];
  if (season > 1) wanted.push({ name: "seasonal naive", spec: `SeasonalNaive(sp=${season})` });
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
