import { refusal } from "../../contract/outcome.ts";
import { clip } from "../meta-fields.ts";
import type { Table } from "../table.ts";

/** Names of a grid, the likeliest first. */
const GRIDS = ["t", "time", "grid", "argvals", "x"];

/**
 * The grid of wide curves where none is named: the first column, or where columns have no order (keys of JSON objects,
 * which rows of a database are kept as) the one that is called like a grid. Refuses SchemaError when none is: any curve
 * would do, and its answer be wrong.
 */
export function gridColumn({ label, columns, unordered }: Table): number {
  if (!unordered || columns.length < 2) return 0;
  const names = columns.map((name) => name.toLowerCase());
  const found = GRIDS.find((name) => names.includes(name));
  if (found !== undefined) return names.indexOf(found);
  const remedy = "name it with --time-column, or call it t";
  const listed = columns.slice(0, 4).map((name) => `'${clip(name)}'`);
  const cause = `${label}: its columns have no order (keys of JSON objects, rows of a database), so which of ${columns.length} columns (${listed.join(", ")}${columns.length > 4 ? ", …" : ""}) is the grid is not said; ${remedy}`;
  throw refusal("SchemaError", cause, {
    check: "grid_column",
    file: label,
    observed: columns.slice(0, 20),
    required: GRIDS,
    remedy,
  });
}
