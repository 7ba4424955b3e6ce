import * as z from "zod/mini";
import { field } from "./field.ts";
import { labelled, more, parts, plural } from "./text.ts";

const count = z.int();

/** The input field of data, by any of their names. */
export const dataField = () => field(z.string(), "Handle (data_…), demo:NAME or a file.");

/** Longest list in a `data` answer. */
export const maxItemsField = () =>
  field(z._default(z.union([z.int().check(z.nonnegative()), z.literal("all")]), 5), "Most entries of each list.");

const columnShape = z.strictObject({ name: z.string(), n_missing: count, n_infinite: count });

/** What every `data` answer says of data: the fields that `describeData` makes. */
export const dataShape = {
  handle: z.string(),
  layout: z.enum(["series", "curves"]),
  columns_unused: z.array(z.string()),
  columns_unused_dropped: count,
  series: z.nullable(
    z.strictObject({
      n_rows: count,
      index: z.strictObject({
        kind: z.enum(["instant", "civil", "number", "position"]),
        column: z.nullable(z.string()),
        tz: z.nullable(z.string()),
        first: z.string(),
        last: z.string(),
      }),
      frequency: z.nullable(z.string()),
      frequency_reason: z.optional(z.string()),
      spacing: z.nullable(
        z.strictObject({ most_often: z.string(), n_most_often: count, smallest: z.string(), largest: z.string() }),
      ),
      target: columnShape,
      exog: z.array(columnShape),
      n_filled: count,
      checks: z.strictObject({
        n_backward: count,
        first_backward_row: z.nullable(count),
        n_duplicate_labels: count,
        duplicates: z.array(z.strictObject({ label: z.string(), rows: z.array(count) })),
        n_gaps: count,
        n_missing_labels: count,
        gaps: z.array(z.strictObject({ after: z.string(), before: z.string(), missing: count })),
        utc_offsets_min: z.array(count),
      }),
    }),
  ),
  curves: z.nullable(
    z.strictObject({
      n_curves: count,
      n_points_min: count,
      n_points_max: count,
      shared_grid: z.boolean(),
      regular_grid: z.boolean(),
      grid_min: z.number(),
      grid_max: z.number(),
      n_groups: count,
      n_missing: count,
      n_infinite: count,
    }),
  ),
};

const shape = z.strictObject(dataShape);
/** The data fields of an answer. */
export type DataFields = z.output<typeof shape>;

/** The facts of data for a person. */
export function dataText(f: DataFields): string[] {
  const lines = f.series ? seriesText(f.series) : f.curves ? curvesText(f.curves) : [];
  if (f.columns_unused.length > 0) {
    const rest = f.columns_unused_dropped > 0 ? ` and ${f.columns_unused_dropped} more` : "";
    lines.push(labelled("unused", f.columns_unused.join(", ") + rest));
  }
  return lines;
}

/** The lines of block characters that draw data, and how many curves are not drawn. */
export function drawnText({ curves, sparkline }: Pick<DataFields, "curves"> & { sparkline: string[] }): string[] {
  return [...sparkline, ...more(curves === null ? 0 : curves.n_curves - sparkline.length, "curve")];
}

function seriesText(s: NonNullable<DataFields["series"]>): string[] {
  const { checks, index } = s;
  const lines = [
    labelled("rows", `${s.n_rows}, ${index.first} to ${index.last}${index.tz ? ` (${index.tz})` : ""}`),
    labelled("labels", index.column === null ? "none: rows are counted from 0" : `${index.column} (${index.kind})`),
    labelled("spacing", s.frequency ?? `irregular: ${s.frequency_reason}`),
  ];
  if (s.frequency === null && s.spacing) {
    lines.push(
      labelled(
        "",
        parts(
          `most often ${s.spacing.most_often} (${s.spacing.n_most_often})`,
          `${s.spacing.smallest} to ${s.spacing.largest}`,
        ),
      ),
    );
  }
  lines.push(labelled("target", columnText(s.target)));
  for (const column of s.exog) lines.push(labelled("explains", columnText(column)));
  if (s.n_filled > 0) lines.push(labelled("filled", plural(s.n_filled, "value")));
  if (checks.n_backward > 0)
    lines.push(labelled("backward", `${plural(checks.n_backward, "row")}, first ${checks.first_backward_row}`));
  if (checks.n_duplicate_labels > 0) {
    const [first] = checks.duplicates;
    lines.push(
      labelled(
        "repeated",
        parts(
          plural(checks.n_duplicate_labels, "label"),
          first && `first ${first.label} (rows ${first.rows.join(", ")})`,
        ),
      ),
    );
  }
  if (checks.n_missing_labels > 0) {
    const [first] = checks.gaps;
    lines.push(
      labelled(
        "missing",
        parts(
          `${plural(checks.n_missing_labels, "label")} in ${plural(checks.n_gaps, "gap")}`,
          first && `first after ${first.after}`,
        ),
      ),
    );
  }
  if (checks.utc_offsets_min.length > 1)
    lines.push(
      labelled(
        "offsets",
        `${checks.utc_offsets_min.map((m) => m / 60).join(", ")} h from UTC${index.tz ? "" : "; --tz ZONE counts days by its clock"}`,
      ),
    );
  return lines;
}

function columnText({ name, n_missing, n_infinite }: { name: string; n_missing: number; n_infinite: number }): string {
  return parts(name, n_missing > 0 && `${n_missing} missing`, n_infinite > 0 && `${n_infinite} infinite`);
}

function curvesText(c: NonNullable<DataFields["curves"]>): string[] {
  const points = c.n_points_min === c.n_points_max ? `${c.n_points_min}` : `${c.n_points_min} to ${c.n_points_max}`;
  const grid = c.shared_grid ? "one grid" : "grids of their own";
  return [
    labelled("curves", parts(`${c.n_curves}, ${points} points each`, c.n_groups > 0 && plural(c.n_groups, "group"))),
    labelled("grid", `${c.grid_min} to ${c.grid_max}, ${grid}, ${c.regular_grid ? "equal steps" : "unequal steps"}`),
    ...(c.n_missing + c.n_infinite > 0
      ? [labelled("missing", `${c.n_missing} missing, ${c.n_infinite} infinite`)]
      : []),
  ];
}
