import { refusal } from "../contract/outcome.ts";
import { simpsonWeights, trapezoidWeights } from "../numerics/quadrature.ts";

/** The rules for integrals over a grid. */
export const QUADRATURE_RULES = ["trapezoid", "simpson"] as const;

export type QuadratureRule = (typeof QUADRATURE_RULES)[number];

/** Positive weights of a rule on an ascending grid. Refuses IrregularGrid where Simpson's weights are not positive. */
export function quadratureWeights(label: string, t: Float64Array, rule: QuadratureRule): Float64Array {
  if (rule === "trapezoid") return trapezoidWeights(t);
  const weights = simpsonWeights(t);
  const at = weights.findIndex((w) => !(w > 0));
  if (at < 0) return weights;
  const n = weights.filter((w) => !(w > 0)).length;
  const remedy = "use --weights trapezoid";
  throw refusal(
    "IrregularGrid",
    `${label}: Simpson's rule gives ${n} of ${t.length} grid points a weight of 0 or less, first ${t[at]}, because neighbouring gaps differ twofold or more; ${remedy}`,
    { check: "positive_weights", observed: n, required: 0, remedy, at: t[at], weight: weights[at] },
  );
}
