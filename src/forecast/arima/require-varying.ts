import { refusal } from "../../contract/outcome.ts";
import { isConstant } from "../../numerics/is-constant.ts";
import { seriesTooShort } from "../refusals.ts";

/** Refuses SeriesTooShort below `needed` rows, and ConstantSeries when no value differs from another. */
export function requireVarying(label: string, y: Float64Array, needed: number, what: string): void {
  if (y.length < needed) throw seriesTooShort(label, y.length, needed, what);
  if (!isConstant(y)) return;
  const remedy = "a constant is stationary without a test";
  throw refusal(
    "ConstantSeries",
    `${label}: all ${y.length} values are ${y[0]}, and ${what} needs some that differ; ${remedy}`,
    {
      check: "spread",
      observed: 0,
      required: "values that differ",
      remedy,
    },
  );
}
