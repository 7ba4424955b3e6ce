import { refusal } from "../contract/outcome.ts";
import type { CurveData } from "../series/dataset/dataset.ts";

const SHOWN = 10;

/** The place of the curve of that name. Refuses SchemaError when there is none, listing the names there are. */
export function curveNamed({ label, curves }: CurveData, name: string): number {
  const at = curves.findIndex((curve) => curve.name === name);
  if (at >= 0) return at;
  const names = curves.slice(0, SHOWN).map((curve) => curve.name);
  const rest = curves.length > SHOWN ? ` and ${curves.length - SHOWN} more` : "";
  const remedy = "name one of the curves with --template";
  throw refusal("SchemaError", `${label}: no curve '${name}' (there are ${names.join(", ")}${rest}); ${remedy}`, {
    check: "template",
    observed: name,
    required: names,
    remedy,
  });
}
