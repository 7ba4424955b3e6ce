import { orReason } from "../contract/outcome.ts";

/** A p-value as an answer shows it: one that doubles cannot hold is no 0. */
export function shownP(p: number): { p_value: number | null; p_value_reason?: string } {
  return orReason("p_value", p > 0 ? p : null, "below 1e-300");
}
