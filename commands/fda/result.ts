import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { maxColumnsField, maxRowsField, runField, runShape } from "../../src/contract/fda-run-shapes.ts";
import { capOf, field, fields, writingField } from "../../src/contract/field.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { labelled, more, section, showNumber, table } from "../../src/contract/text.ts";
import { describeRun } from "../../src/fda/describe-run.ts";
import { cutField, fieldCsv } from "../../src/fda/result-field.ts";
import { openRun } from "../../src/fda/run.ts";
import { shortNames } from "../../src/series/short-names.ts";

export default command({
  summary: "Read one table that a functional method's run left, as numbers or as CSV.",
  args: ["result_id"],
  input: z.strictObject({
    result_id: runField(),
    field: field(z.optional(z.string()), "Table, such as scores. Default: the main one."),
    format: field(z._default(z.enum(["json", "csv"]), "json"), "Numbers, or CSV text."),
    max_rows: maxRowsField(),
    max_columns: maxColumnsField(),
    out: writingField(z.optional(z.string()), "Also write the whole table to this file, as CSV."),
    overwrite: fields.overwrite(),
  }),
  evidence: z.strictObject({
    ...runShape,
    field: z.string(),
    rows: z.string(),
    row_names: z.array(z.string()),
    n_rows: z.int(),
    rows_dropped: z.int(),
    columns: z.string(),
    column_names: z.array(z.union([z.string(), z.number()])),
    n_columns: z.int(),
    columns_dropped: z.int(),
    format: z.enum(["json", "csv"]),
    values: z.nullable(z.array(z.array(z.number()))),
    values_reason: z.optional(z.string()),
    csv: z.nullable(z.string()),
    csv_reason: z.optional(z.string()),
    written: z.nullable(z.string()),
    written_reason: z.optional(z.string()),
  }),
  examples: [
    "fda result fpca:demo:bumps",
    "fda result smoothing:demo:bumps --field fitted --max-rows 2 --max-columns 5 --json",
    "fda result clustering:demo:bumps --format csv",
  ],
  notes: [
    "A result that is no longer kept is computed again; data that changed are refused (DataChanged). Columns are thinned",
    "evenly, both ends kept; --out writes every row and column. As CSV, what stands over the grid has one column a curve, so",
    "that it reads back as curves: smooth, write, align.",
  ],
  async run({ result_id, field: name, format, max_rows, max_columns, out, overwrite }, ctx) {
    const run = await openRun(ctx, result_id);
    const chosen = name ?? run.method.main;
    const whole = run.result.fields[chosen];
    if (whole === undefined)
      throw new BadCall(`field: ${run.method.name} has ${Object.keys(run.result.fields).join(", ")}, not '${chosen}'`);
    const cut = cutField(whole, capOf(max_rows), capOf(max_columns));
    if (out !== undefined) await ctx.write(out, fieldCsv(whole, "full"), { overwrite });
    return evidence({
      ...describeRun(run),
      field: chosen,
      rows: whole.rows,
      row_names: cut.row_names,
      n_rows: whole.row_names.length,
      rows_dropped: whole.row_names.length - cut.row_names.length,
      columns: whole.columns,
      column_names: cut.column_names,
      n_columns: whole.column_names.length,
      columns_dropped: whole.column_names.length - cut.column_names.length,
      format,
      ...(format === "json" ? { values: cut.values } : { values: null, values_reason: "given as CSV" }),
      ...(format === "csv" ? { csv: fieldCsv(cut, 12) } : { csv: null, csv_reason: "--format csv was not asked for" }),
      ...(out === undefined ? { written: null, written_reason: "--out was not given" } : { written: out }),
    });
  },
  text(f) {
    if (f.csv !== null) return f.csv.trimEnd().split("\n");
    return [
      `${f.result_id}  ${f.field} of ${f.method}, ${f.handle}`,
      labelled("size", `${f.n_rows} x ${f.n_columns}: one row a ${f.rows}, columns are ${f.columns}`),
      ...(f.written === null ? [] : [labelled("written", f.written)]),
      ...section(f.field, [
        ...blocks(f.column_names, f.row_names, f.values ?? []),
        ...more(f.rows_dropped, f.rows),
        ...more(f.columns_dropped, "column"),
      ]),
    ];
  },
});

/** Columns that fit beside each other on a line. */
const ABREAST = 5;

function blocks(columns: (string | number)[], rows: string[], values: number[][]): string[] {
  const lines: string[] = [];
  const names = shortNames(rows, 20).map((name) => name.trimEnd());
  for (let from = 0; from < columns.length; from += ABREAST) {
    const header = columns.slice(from, from + ABREAST).map((c) => (typeof c === "number" ? showNumber(c) : c));
    const body = values.map((row, i) => [names[i], ...row.slice(from, from + ABREAST).map(shownCell)]);
    lines.push(...(from > 0 ? [""] : []), ...table([["", ...header], ...body]));
  }
  return lines;
}

function shownCell(value: number): string {
  return Number.isInteger(value) ? String(value) : showNumber(value);
}
