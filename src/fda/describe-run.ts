import type { METHOD_NAMES } from "../contract/fda-run-shapes.ts";
import { shortNames } from "../series/short-names.ts";
import type { Run } from "./run.ts";

const PICTURES = 6;

/** What every answer about a run says of it. */
export function describeRun({ result_id, method, parameters, handle, curves }: Run) {
  const { names, t } = curves;
  return {
    result_id,
    method: method.name as (typeof METHOD_NAMES)[number],
    parameters: parameters as Record<string, number | string>,
    handle,
    n_curves: names.length,
    n_points: t.length,
    grid_min: t[0],
    grid_max: t[t.length - 1],
  };
}

/** What a run has left behind its handle. */
export function fieldsOf({ result }: Run) {
  return Object.entries(result.fields).map(([field, { row_names, rows, column_names, columns }]) => ({
    field,
    n_rows: row_names.length,
    rows,
    n_columns: column_names.length,
    columns,
  }));
}

type Draw = (at: Float64Array, values: Float64Array, from: number, to: number, width: number) => string;

/** The first rows of the run's first field over the grid, drawn; none where it has no such field. */
export function pictures({ result, curves: { t } }: Run, draw: Draw): string[] {
  const over = Object.values(result.fields).find(({ columns }) => columns === "grid");
  if (over === undefined) return [];
  const names = shortNames(over.row_names.slice(0, PICTURES), 20);
  return names.map((name, i) => {
    const line = draw(t, Float64Array.from(over.values[i]), t[0], t[t.length - 1], Math.min(50, t.length));
    return `${name}  ${line}`;
  });
}
