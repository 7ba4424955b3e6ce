import type { Data } from "./dataset.ts";
import { type PlainCell, plainColumns } from "./rows-of.ts";

/** Rows in one of three forms, the others null. */
export interface Converted {
  records: Record<string, PlainCell>[] | null;
  columns: Record<string, PlainCell[]> | null;
  array: (number | null)[] | null;
  rows_dropped: number;
}

export const NOT_CONVERTED: Converted = { records: null, columns: null, array: null, rows_dropped: 0 };

/** The first `most` rows as objects, as columns by name, or y alone (all curves' values one after the other). */
export function converted(data: Data, to: "records" | "columns" | "array", most: number): Converted {
  const columns = [...plainColumns(data)];
  const n = columns[0][1].length;
  const shown = Math.min(n, most);
  const rows_dropped = n - shown;
  if (to === "columns") {
    const cut = columns.map(([name, cells]) => [name, cells.slice(0, shown)] as const);
    return { ...NOT_CONVERTED, columns: Object.fromEntries(cut), rows_dropped };
  }
  if (to === "array") return { ...NOT_CONVERTED, array: values(data).slice(0, shown), rows_dropped };
  const record = (row: number) => Object.fromEntries(columns.map(([name, cells]) => [name, cells[row]]));
  return { ...NOT_CONVERTED, records: Array.from({ length: shown }, (_, row) => record(row)), rows_dropped };
}

function values(data: Data): (number | null)[] {
  const all = data.layout === "series" ? [data.y.values] : data.curves.map(({ v }) => v);
  return all.flatMap((v) => Array.from(v, (value) => (Number.isFinite(value) ? value : null)));
}
