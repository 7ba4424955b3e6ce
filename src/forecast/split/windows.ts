import { BadCall } from "../../contract/outcome.ts";
import type { Fold } from "../other-components.ts";
import { seriesTooShort } from "../refusals.ts";

/** Steps that are forecast after each window, ascending: those listed, or 1 to a number. */
export function stepsOf(fh: number | number[]): number[] {
  if (typeof fh === "number") return Array.from({ length: fh }, (_, i) => i + 1);
  return [...new Set(fh)].sort((a, b) => a - b);
}

/** A fold that trains on the rows from…to−1 and tests the steps after them. */
export function foldAt(from: number, to: number, steps: readonly number[]): Fold {
  return { train: { from, to }, test: Int32Array.from(steps, (h) => to - 1 + h) };
}

/** How windows move over the rows. */
export interface Windows {
  fh: number | number[];
  /** Rows of the first window; of every one when they slide. */
  window: number;
  step: number;
  slides: boolean;
  /** Rows of a longer first window, before those that slide; null for none. */
  initial: number | null;
  /** The first window is whole; otherwise windows begin with as many rows as there are, from one. */
  whole: boolean;
}

/**
 * Folds whose training ends at the first whole window and every `step` rows after it, as long as the last step stays
 * inside n rows. Refuses SeriesTooShort where there is none; BadCall where the windows do not fit together.
 */
export function movingFolds(n: number, { fh, window, step, slides, initial, whole }: Windows): Fold[] {
  const steps = stepsOf(fh);
  const farthest = steps[steps.length - 1];
  if (initial !== null && !whole) throw new BadCall("spec: initial_window needs start_with_window=True");
  if (initial !== null && initial <= window)
    throw new BadCall(`spec: initial_window=${initial} must exceed window_length=${window}`);
  const first = initial ?? (whole ? window : 0);
  const folds: Fold[] = [];
  for (let end = first; end <= n - farthest; end += step) {
    const from = slides && !(end === first && initial !== null) ? Math.max(0, end - window) : 0;
    if (end > from) folds.push(foldAt(from, end, steps));
  }
  if (folds.length === 0)
    throw seriesTooShort(
      "y",
      n,
      Math.max(1, first) + farthest,
      `a window of ${Math.max(1, first)} and step ${farthest}`,
    );
  return folds;
}
