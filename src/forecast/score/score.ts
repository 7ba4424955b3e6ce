import { Refusal } from "../../contract/outcome.ts";
import type { Plain } from "../component.ts";
import type { Score } from "../other-components.ts";

/** A value as a score; undefined where a row was missing, or where it left the range of numbers. */
export function scoreOf(value: number): Score {
  if (Number.isFinite(value)) return { value };
  const missing = Number.isNaN(value);
  return undefinedScore(
    missing ? "a true or a predicted value is missing" : "the errors are too large to be added up",
    {},
  );
}

/** No score, and why: `reason` names what was found with its counts, `details` repeats the numbers. */
export function undefinedScore(reason: string, details: Record<string, Plain>): Score {
  return { value: null, reason, details };
}

/** A score of intervals or quantiles; where a model refuses to give them the score is undefined for its reason. */
export function scoreUnlessRefused(score: () => Score): Score {
  try {
    return score();
  } catch (error) {
    if (error instanceof Refusal) return undefinedScore(error.message, { refused: error.name });
    throw error;
  }
}
