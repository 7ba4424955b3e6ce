import { BadCall, refusal } from "../../contract/outcome.ts";
import { seasonOf } from "../seasonality/season-of.ts";
import type { Training } from "../training.ts";

/** How a part enters, in the words of the reference. */
export type Part = "add" | "mul" | "additive" | "multiplicative";

/** The words, for schemas. */
export const PARTS = ["add", "mul", "additive", "multiplicative"] as const;

/** The letter of a part: N for none. */
export function partLetter(part: Part | null): "N" | "A" | "M" {
  return part === null ? "N" : part.startsWith("add") ? "A" : "M";
}

/**
 * The period of a stated season: sp, or the one that the calendar suggests and the test finds, or the calendar's
 * shortest. BadCall on sp = 1; refuses UnsuitableData where nothing suggests a period.
 */
export function statedPeriod(sp: number | null, train: Training): number {
  if (sp === 1) throw new BadCall("sp: a season takes 2 rows or more; state sp, or seasonal=None");
  if (sp !== null) return sp;
  const found = seasonOf(train, null).sp;
  const period = found > 1 ? found : train.periods.find((m) => m > 1);
  if (period !== undefined) return period;
  const remedy = "state the season in rows (sp=12)";
  throw refusal("UnsuitableData", `${train.label}: the labels suggest no season, and seasonal needs one; ${remedy}`, {
    check: "season",
    observed: 0,
    required: 1,
    remedy,
  });
}
