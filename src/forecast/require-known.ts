import { refusal } from "../contract/outcome.ts";
import { labelText } from "../series/dataset/index-label.ts";
import { printSpec } from "./spec/print-spec.ts";
import type { ComponentSpec } from "./spec/spec.ts";
import type { Training } from "./training.ts";

/** Refuses MissingValues where y has some, or values that are not finite, for a component that does not understand them. */
export function requireKnown(spec: ComponentSpec, { label, y, index }: Training): void {
  const row = y.findIndex((value) => !Number.isFinite(value));
  if (row < 0) return;
  const missing = y.reduce((n, value) => n + (Number.isFinite(value) ? 0 : 1), 0);
  const remedy = `fill them first: Imputer() * ${printSpec(spec, 3)}`;
  throw refusal(
    "MissingValues",
    `${label}: ${missing} of ${y.length} values are missing where ${printSpec(spec)} needs them, first at ${labelText(index, index.at[row])}; ${remedy}`,
    { check: "complete", observed: missing, required: 0, remedy },
  );
}
