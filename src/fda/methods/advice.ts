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

/** A recommendation of another method on the same curves. */
export function another(
  rule: string,
  first: string,
  action: string,
  because: Recommendation["because"],
): Recommendation {
  return { rule, kind: "method", action, because, parameters: {}, first };
}

/** A diagnostic as a number. */
export function num(value: unknown): number {
  return Number(value);
}
