import { seriesTooShort } from "../refusals.ts";
import type { Training } from "../training.ts";

/** Refuses SeriesTooShort when the rows that are not missing are fewer than a model needs. */
export function requireRows({ label, y }: Training, needed: number): void {
  const seen = y.reduce((n, value) => n + (Number.isNaN(value) ? 0 : 1), 0);
  if (seen < needed) throw seriesTooShort(label, seen, needed, "this ARIMA, missing values not counted");
}
