import { BadCall } from "../contract/outcome.ts";
import type { Fold } from "./other-components.ts";
import { seriesTooShort } from "./refusals.ts";
import { foldAt, stepsOf } from "./split/windows.ts";

/** How a series is cut into folds for evaluation. */
export interface FoldPlan {
  window: "expanding" | "sliding";
  /** Steps predicted after each training part. */
  horizon: number;
  /** Rows between the ends of two training parts. */
  step: number;
  /** Rows of the first training part; null: so that the last fold ends with the series. */
  initial: number | null;
  /** Folds when `initial` is null; otherwise as many as there is room for, and this many at most when stated. */
  folds: number | null;
}

const DEFAULT_FOLDS = 3;

/**
 * The folds of a plan: training parts end at initial, initial + step, … as long as `horizon` rows follow; a sliding one
 * keeps its length. Refuses SeriesTooShort where no training row is left.
 */
export function foldsOf(label: string, n: number, plan: FoldPlan): Fold[] {
  const { window, horizon, step, initial } = plan;
  const wanted = plan.folds ?? DEFAULT_FOLDS;
  const first = initial ?? n - horizon - (wanted - 1) * step;
  const needed = (initial ?? 1) + horizon + (initial === null ? (wanted - 1) * step : 0);
  if (first < 1 || first + horizon > n)
    throw seriesTooShort(
      label,
      n,
      needed,
      `${initial === null ? `${wanted} folds` : "a fold"} of horizon ${horizon} (step ${step})`,
      "ask for fewer folds, a shorter horizon or a smaller first window",
    );
  const room = Math.floor((n - horizon - first) / step) + 1;
  const count = initial === null ? wanted : Math.min(room, plan.folds ?? room);
  if (count > MOST_FOLDS)
    throw new BadCall(`folds: ${count} folds, and at most ${MOST_FOLDS} are evaluated; take a larger --step`);
  const steps = stepsOf(horizon);
  return Array.from({ length: count }, (_, i) => foldAt(window === "sliding" ? i * step : 0, first + i * step, steps));
}

const MOST_FOLDS = 1000;

/** The horizon that is evaluated when none is stated: a season, at most a fifth of the rows. */
export function defaultHorizon(n: number, periods: number[]): number {
  return Math.max(1, Math.min(periods[0] ?? 6, Math.floor(n / 5)));
}
