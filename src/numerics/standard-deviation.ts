import { sampleStandardDeviation } from "simple-statistics";
import { asNumbers, type Values } from "./values.ts";

/** Sample standard deviation, √(Σ(x − x̄)²/(n−1)), in two passes; divisor n−1. n < 2 gives NaN. */
export function standardDeviation(values: Values): number {
  return values.length < 2 ? Number.NaN : sampleStandardDeviation(asNumbers(values));
}
