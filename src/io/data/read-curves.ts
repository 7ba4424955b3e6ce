import { refusal } from "../../contract/outcome.ts";
import type { Curve } from "../../series/dataset/dataset.ts";
import { findColumn } from "../find-column.ts";
import { clip } from "../meta-fields.ts";
import type { Table } from "../table.ts";
import { readNumberColumns, readTextColumn, requireNumbers } from "./columns-of.ts";
import { gridColumn } from "./grid-column.ts";
import type { LoadRequest } from "./request.ts";

/** The columns that a set of curves was read from; `curve` is null for the wide layout. */
export interface CurvesRead {
  curves: Curve[];
  shared_grid: boolean;
  columns: { grid: string; curve: string | null; value: string | null; label: string | null };
  unused: string[];
}

type Read = Omit<CurvesRead, "shared_grid">;

/**
 * Reads a set of curves. Long: a column of curve names, one of grid points, one of values (`curve`, `t`, `value` unless
 * named), and a column of classes where one is named. Wide: the first column (or --time-column) is the grid and every
 * other column a curve; see `gridColumn`. Refuses SchemaError (no such layout, text, a missing grid point), DuplicateTimestamps and
 * NonMonotonicIndex (a grid that does not ascend); missing and infinite values are kept and counted.
 */
export async function readCurves(table: Table, request: LoadRequest, tick: () => Promise<void>): Promise<CurvesRead> {
  const has = (name: string) => table.columns.includes(name);
  const long =
    request.curve_column !== undefined || request.value_column !== undefined || (has("curve") && has("value"));
  const read = long ? await readLong(table, request, tick) : await readWide(table, request, tick);
  for (const curve of read.curves) requireGrid(curve, table.label);
  const first = read.curves[0].t;
  const shared_grid = read.curves.every(({ t }) => t.length === first.length && t.every((at, i) => at === first[i]));
  return { ...read, shared_grid };
}

async function readLong(table: Table, request: LoadRequest, tick: () => Promise<void>): Promise<Read> {
  const grid = request.time_column ?? "t";
  const { curve_column: curve = "curve", value_column: value = "value", label_column: label = null } = request;
  const at = {
    curve: findColumn(table, curve, "--curve-column"),
    grid: findColumn(table, grid, "--time-column"),
    value: findColumn(table, value, "--value-column"),
    label: label === null ? null : findColumn(table, label, "--label-column"),
  };
  const [t, v] = await readNumberColumns(table, [at.grid, at.value], tick);
  const points = requireNumbers(t, table, grid, "time-column");
  const values = requireNumbers(v, table, value, "value-column");
  const { codes, texts } = await readTextColumn(table, at.curve);
  const nameless = codes.indexOf(-1);
  if (nameless >= 0) throw emptyCell(table, curve, nameless);
  const groups = at.label === null ? null : await readTextColumn(table, at.label);
  const rows = texts.map(() => [] as number[]);
  codes.forEach((code, row) => {
    rows[code].push(row);
  });
  if (rows.length === 0) throw nothing(table);
  const curves = rows.map((own, code) => ({
    name: texts[code],
    t: Float64Array.from(own, (row) => points[row]),
    v: Float64Array.from(own, (row) => values[row]),
    group: groups === null ? null : groupOf(table, groups, own, texts[code]),
  }));
  const used = new Set([at.curve, at.grid, at.value, at.label]);
  return { curves, columns: { grid, curve, value, label }, unused: table.columns.filter((_, c) => !used.has(c)) };
}

function groupOf(
  table: Table,
  { codes, texts }: { codes: Int32Array; texts: string[] },
  rows: number[],
  name: string,
): string | null {
  const own = new Set(rows.map((row) => codes[row]));
  if (own.size > 1) {
    const remedy = "give every row of a curve the same label";
    const found = [...own].map((code) => (code < 0 ? "" : texts[code])).slice(0, 5);
    const cause = `${table.label}: curve '${clip(name)}' has ${own.size} labels (${found.map(clip).join(", ")}); ${remedy}`;
    throw refusal("SchemaError", cause, {
      check: "curve_label",
      file: table.label,
      observed: found,
      required: 1,
      remedy,
    });
  }
  const [code] = own;
  return code < 0 ? null : texts[code];
}

async function readWide(table: Table, request: LoadRequest, tick: () => Promise<void>): Promise<Read> {
  const at = request.time_column ? findColumn(table, request.time_column, "--time-column") : gridColumn(table);
  const others = Array.from(table.columns.keys()).filter((c) => c !== at);
  const [grid, ...columns] = await readNumberColumns(table, [at, ...others], tick);
  const points = requireNumbers(grid, table, table.columns[at], "time-column");
  if (others.length === 0 || points.length === 0) throw nothing(table);
  const seen = new Set<string>();
  const curves = others.map((c, i) => {
    const name = table.columns[c];
    if (seen.has(name)) throw twice(table, name);
    seen.add(name);
    return { name, t: points, v: requireNumbers(columns[i], table, name, "value-column"), group: null };
  });
  return { curves, columns: { grid: table.columns[at], curve: null, value: null, label: null }, unused: [] };
}

function requireGrid({ name, t }: Curve, label: string): void {
  const empty = t.findIndex((at) => !Number.isFinite(at));
  const subject = `${label}: curve '${clip(name)}'`;
  if (empty >= 0) {
    const remedy = "give every point a finite place on the grid";
    const details = { check: "grid_finite", observed: String(t[empty]), remedy, curve: name, point: empty + 1 };
    throw refusal("SchemaError", `${subject} has no grid value at its point ${empty + 1}; ${remedy}`, details);
  }
  const at = t.findIndex((point, i) => i > 0 && point <= t[i - 1]);
  if (at < 0) return;
  const repeated = t[at] === t[at - 1];
  const remedy = repeated ? "keep one value for each point" : "sort the points of each curve";
  const found = repeated ? `has ${t[at]} twice on its grid` : `goes back from ${t[at - 1]} to ${t[at]}`;
  throw refusal(
    repeated ? "DuplicateTimestamps" : "NonMonotonicIndex",
    `${subject} ${found} (its point ${at + 1}); ${remedy}`,
    {
      check: repeated ? "distinct" : "ascending",
      observed: t[at],
      remedy,
      curve: name,
      point: at + 1,
    },
  );
}

function emptyCell(table: Table, column: string, row: number): Error {
  const remedy = "name the curve in every row";
  const cause = `${table.label}: column '${clip(column)}' is empty in data row ${row + 1}; ${remedy}`;
  return refusal("SchemaError", cause, { check: "curve_name", file: table.label, row: row + 1, remedy });
}

function twice(table: Table, name: string): Error {
  const remedy = "give every curve its own name";
  const cause = `${table.label}: two columns are named '${clip(name)}'; ${remedy}`;
  return refusal("SchemaError", cause, { check: "column_unique", file: table.label, observed: name, remedy });
}

function nothing(table: Table): Error {
  const remedy = "give a grid column and one column a curve, or the columns curve, t, value";
  const cause = `${table.label}: holds no curves; ${remedy}`;
  return refusal("SchemaError", cause, {
    check: "curves",
    file: table.label,
    observed: table.columns.slice(0, 20),
    remedy,
  });
}
