import { mean as compensatedMean } from "simple-statistics";
import { asNumbers, type Values } from "./values.ts";

/** Arithmetic mean, Σx/n, by a compensated (Neumaier) sum. n = 0 gives NaN. */
export function mean(values: Values): number {
  return values.length === 0 ? Number.NaN : compensatedMean(asNumbers(values));
}
