import type { Training } from "../training.ts";
import { chooseSeason } from "./choose-season.ts";

/** The season that a model is to have, and what the caller should know of it. */
export interface SeasonChoice {
  sp: number;
  warnings: string[];
}

/**
 * The stated season, or for null the shortest one that the calendar suggests and the test finds (1 for none). A stated
 * sp of 1 is warned of when the test finds a season.
 */
export function seasonOf({ y, periods }: Pick<Training, "y" | "periods">, stated: number | null): SeasonChoice {
  if (stated !== null && stated > 1) return { sp: stated, warnings: [] };
  const { period } = chooseSeason(y, periods);
  if (stated === null) return { sp: period, warnings: [] };
  const found = `a season of ${period} rows was found, and the model has none: state sp=${period}`;
  return { sp: 1, warnings: period > 1 ? [found] : [] };
}
