import { refusal } from "../../contract/outcome.ts";

/**
 * Magnitudes that the answers of charts and comparisons are computed with: from 1e-75 to 1e75, squares of values counted
 * in spreads (up to (1e75 / 1e-75)²) and their sums stay doubles. What a 32-bit instrument can send ends at 3.4e38.
 */
const LARGEST = 1e75;
/** A spread below this is as good as none. */
export const LEAST_SPREAD = 1e-75;

/** Refuses InsufficientQuality when a GOOD value is larger than 1e75: no variance of it could be computed. */
export function refuseHuge(values: Float64Array, tag: string): void {
  let n = 0;
  for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) > LARGEST) n++;
  if (n === 0) return;
  const remedy = "mark them BAD: no instrument sends such a value";
  throw refusal(
    "InsufficientQuality",
    `${tag}: ${n} of ${values.length} GOOD values are beyond ${LARGEST}, too large to compute with; ${remedy}`,
    { check: "magnitude", observed: n, required: 0, remedy, tag, largest: LARGEST },
  );
}
