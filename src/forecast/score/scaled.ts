import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { mean } from "../../numerics/mean.ts";
import type { Score, Scored } from "../other-components.ts";
import { absoluteErrors, squaredErrors } from "./errors.ts";
import { perTraining } from "./per-training.ts";
import { scoreOf, undefinedScore } from "./score.ts";

/** How errors are scaled. */
export interface Scaled {
  /** Season of the naive forecast of the scale; null for the season that is scored with. */
  sp: number | null;
  squared: boolean;
  square_root: boolean;
  /** Least scale that the caller asks for; null divides by nothing but the scale. */
  eps: number | null;
}

/**
 * The mean error divided by that of the seasonal naive forecast inside the training rows, both absolute (Hyndman &
 * Koehler 2006) or both squared. A scale of 0, or fewer than sp + 1 training rows, leaves no score.
 */
export function scaledError(scored: Scored, { sp: stated, squared, square_root, eps }: Scaled): Score {
  const { train } = scored;
  const sp = stated ?? scored.period;
  const facts = { sp, n_train: train.length };
  const naive = (squared ? naiveSquare : naiveError)(train, sp);
  if (naive === null)
    return undefinedScore(`${train.length} training values have no in-sample naive error at sp=${sp}`, facts);
  const scale = Math.max(naive, eps ?? 0);
  if (scale === 0)
    return undefinedScore(`the in-sample naive error (sp=${sp}) is 0 over ${train.length} training values`, facts);
  const ratio = mean(squared ? squaredErrors(scored) : absoluteErrors(scored)) / scale;
  return scoreOf(square_root ? Math.sqrt(ratio) : ratio);
}

const naiveError = perTraining((train, sp) => meanNaive(train, sp, (error) => error));
const naiveSquare = perTraining((train, sp) => meanNaive(train, sp, (error) => error * error));

/** The mean size of the seasonal naive errors inside the training rows; null when there is none. */
function meanNaive(train: Float64Array, sp: number, sizeOf: (error: number) => number): number | null {
  const errors: number[] = [];
  for (let t = sp; t < train.length; t++) {
    const error = Math.abs(train[t] - train[t - sp]);
    if (!Number.isNaN(error)) errors.push(sizeOf(error));
  }
  return errors.length === 0 ? null : mean(errors);
}

/** The season of a scale, where it is not the model's. */
export const scaleSeason = () =>
  field(z._default(z.nullable(z.int().check(z.gte(1))), null), "Season of the scale; None for the model's.");

/** The least scale that is divided by. */
export const leastScale = () =>
  field(z._default(z.nullable(z.number().check(z.gt(0))), null), "Least scale; None for none.");
