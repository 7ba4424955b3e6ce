import { csvCell } from "../series/csv-cell.ts";
import { evenly } from "./evenly.ts";
import type { ResultField } from "./methods/method.ts";

/** The first rows of a table, and columns of it evenly spread. */
export function cutField(field: ResultField, maxRows: number, maxColumns: number): ResultField {
  const at = evenly(field.column_names.length, maxColumns);
  return {
    ...field,
    row_names: field.row_names.slice(0, maxRows),
    column_names: at.map((j) => field.column_names[j]),
    values: field.values.slice(0, maxRows).map((row) => at.map((j) => row[j])),
  };
}

/**
 * A table as CSV: a header, one line a row, numbers in full or to 12 digits, as answers have them. What stands over the grid is turned, so that it reads back as
 * curves: the grid in the first column, one column a curve.
 */
export function fieldCsv({ rows, row_names, columns, column_names, values }: ResultField, digits: "full" | 12): string {
  const shown = (x: number) => String(digits === 12 ? Number(x.toPrecision(12)) : x);
  const turned = columns === "grid";
  const header = turned ? ["t", ...row_names] : [rows, ...column_names.map(String)];
  const lines = turned
    ? column_names.map((at, j) => [String(at), ...values.map((row) => shown(row[j]))])
    : values.map((row, i) => [row_names[i], ...row.map(shown)]);
  return `${[header, ...lines].map((cells) => cells.map(csvCell).join(",")).join("\n")}\n`;
}
