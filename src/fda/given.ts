import type { CurveData } from "../series/dataset/dataset.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import type { ResultField } from "./methods/method.ts";

/** What a method is run on: rows over one grid, or curves on grids of their own. */
export type Given = CurveMatrix | CurveData;

/** True for rows over one grid. */
export function isMatrix(given: Given): given is CurveMatrix {
  return "rows" in given;
}

/** What a run left of curves on grids of their own, as rows over their one grid. */
export function matrixLeft(
  { label, curves }: CurveData,
  { row_names, column_names, values }: ResultField,
): CurveMatrix {
  return {
    label,
    names: row_names,
    groups: curves.map(({ group }) => group),
    t: Float64Array.from(column_names, Number),
    rows: values.map((row) => Float64Array.from(row)),
  };
}
