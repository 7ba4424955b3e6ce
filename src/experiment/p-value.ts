import { orReason } from "../contract/outcome.ts";

/** A p-value as an answer shows it: one that doubles cannot hold is no 0. */
export function shownP(p: number): { p_value: number | null; p_value_reason?: string } {
  return orReason("p_value", p > 0 ? p : null, "below 1e-300");
}

/** False where something else takes the place of a p-value; one too small for a number is still one. */
export function hasP({ p_value, p_value_reason }: ReturnType<typeof shownP>): boolean {
  return p_value !== null || p_value_reason === shownP(0).p_value_reason;
}
