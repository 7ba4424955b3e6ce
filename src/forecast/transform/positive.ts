import { refusal } from "../../contract/outcome.ts";
import { nonPositiveValues } from "../refusals.ts";
import type { Training } from "../training.ts";

/** Refuses NonPositiveValues where a known value plus `offset` is 0 or below. */
export function requirePositive({ label, y }: Pick<Training, "label" | "y">, what: string, offset = 0): void {
  const n = y.reduce((count, value) => count + (value + offset <= 0 ? 1 : 0), 0);
  const way = "use a model of sums, or a transformer with an offset";
  if (n > 0 && offset === 0) throw nonPositiveValues(label, n, y.length, what, way);
  if (n === 0) return;
  const remedy = "state a larger offset";
  throw refusal(
    "NonPositiveValues",
    `${label}: ${n} of ${y.length} values are ${-offset} or below, and ${what} with the offset ${offset} needs larger ones; ${remedy}`,
    { check: "positive", observed: n, required: 0, remedy },
  );
}

/** Refuses NonPositiveValues where a known value plus `offset` is below 0. */
export function requireNotNegative({ label, y }: Pick<Training, "label" | "y">, what: string, offset: number): void {
  const n = y.reduce((count, value) => count + (value + offset < 0 ? 1 : 0), 0);
  if (n === 0) return;
  const remedy = "let the offset be 'auto', or state a larger one";
  throw refusal(
    "NonPositiveValues",
    `${label}: ${n} of ${y.length} values are below ${-offset}, and ${what} has no value there; ${remedy}`,
    {
      check: "not_negative",
      observed: n,
      required: 0,
      remedy,
    },
  );
}
