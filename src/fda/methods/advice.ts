import type { Parameters, Recommendation } from "./method.ts";

/** A recommendation. */
export function advice(
  rule: string,
  kind: Recommendation["kind"],
  action: string,
  because: Recommendation["because"],
  parameters: Parameters = {},
): Recommendation {
  return { rule, kind, action, because, parameters };
}

/** A diagnostic as a number. */
export function num(value: unknown): number {
  return Number(value);
}
