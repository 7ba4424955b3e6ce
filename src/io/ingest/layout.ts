import { refusal } from "../../contract/outcome.ts";
import { findColumn, listed } from "../find-column.ts";
import { clip } from "../meta-fields.ts";
import type { Table } from "../table.ts";
import type { IngestPlan } from "./plan.ts";

/** Which columns of a table make the rows of which tag. */
export interface Layout {
  time: number;
  /** One entry a tag: single and wide. Long has one entry for all tags. */
  series: { name: string; value: number; quality: number | null }[];
  /** The column that names the tag of each row: long only. */
  tag: number | null;
  /** Columns that nothing reads. */
  unread: number[];
}

/** Finds the columns a plan names. Refuses SchemaError where the header does not have them, or quality is stated wrongly. */
export function layoutOf(table: Table, plan: IngestPlan): Layout {
  const time = findColumn(table, plan.timestampCol, "--timestamp-col");
  const layout: Layout = plan.form === "wide" ? wideLayout(table, plan, time) : tallLayout(table, plan, time);
  const read = new Set([time, layout.tag, ...layout.series.flatMap(({ value, quality }) => [value, quality])]);
  return { ...layout, unread: table.columns.map((_, i) => i).filter((i) => !read.has(i)) };
}

function tallLayout(table: Table, plan: IngestPlan, time: number): Layout {
  const { request } = plan;
  const tag = request.tag_col === undefined ? null : findColumn(table, request.tag_col, "--tag-col");
  const value = findColumn(table, plan.valueCol, "--value-col");
  const named = request.quality_col !== undefined || table.columns.includes(plan.qualityCol);
  const quality = named ? findColumn(table, plan.qualityCol, "--quality-col") : null;
  checkQuality(table, plan, quality !== null, plan.qualityCol);
  return { time, tag, series: [{ name: plan.valueCol, value, quality }], unread: [] };
}

function wideLayout(table: Table, plan: IngestPlan, time: number): Layout {
  const suffix = plan.request.quality_suffix;
  checkQuality(table, plan, suffix !== undefined, `*${suffix ?? ""}`);
  const isQuality = (name: string) => suffix !== undefined && name.endsWith(suffix) && name !== suffix;
  const tags = table.columns.filter((name, i) => i !== time && !isQuality(name));
  // Tables have had a million columns: each is looked up once.
  const at = new Map(table.columns.map((name, i) => [name, i]));
  const unique = at.size === table.columns.length;
  const find = (name: string, flag: string | null) =>
    (unique ? at.get(name) : undefined) ?? findColumn(table, name, flag);
  const series = chosenTags(table, plan, tags).map((name) => ({
    name,
    value: find(name, null),
    quality: suffix === undefined ? null : find(name + suffix, "--quality-suffix"),
  }));
  return { time, tag: null, series, unread: [] };
}

/** The tags to read, in file order. Refuses SchemaError when the file holds none, or not one that was asked for. */
export function chosenTags(table: Table, { request }: IngestPlan, found: readonly string[]): string[] {
  // `A,B` is two tags unless a tag is called that.
  const there = new Set(found);
  const wanted = request.tags?.flatMap((name) => (there.has(name) ? [name] : name.split(",")));
  const absent = wanted?.find((tag) => !there.has(tag));
  const chosen = wanted && new Set(wanted);
  const remedy = absent === undefined ? "name the right columns" : "correct --tags";
  if (found.length > 0 && absent === undefined) return chosen ? found.filter((tag) => chosen.has(tag)) : [...found];
  const what = absent === undefined ? "holds no tag" : `holds no tag '${clip(absent)}' (its tags are ${listed(found)})`;
  throw refusal("SchemaError", `${table.label}: the export ${what}; ${remedy}`, {
    check: "tags",
    file: table.label,
    observed: found.slice(0, 20),
    required: wanted,
    remedy,
  });
}

/** Quality comes from a column or is assumed by the caller: exactly one of the two. Templates may lack both. */
function checkQuality(table: Table, plan: IngestPlan, hasColumn: boolean, name: string): void {
  if (plan.request.init_meta !== undefined || hasColumn !== (plan.assumed !== null)) return;
  const column = plan.form === "wide" ? "--quality-suffix" : "--quality-col";
  const found = hasColumn
    ? `the quality column '${clip(name)}' is there and --assume-quality is given`
    : "no quality column";
  const remedy = hasColumn
    ? "drop one of the two"
    : `name it with ${column}, or state one for all rows with --assume-quality`;
  throw refusal("SchemaError", `${table.label}: ${found} (the header is ${listed(table.columns)}); ${remedy}`, {
    check: "quality_source",
    file: table.label,
    observed: hasColumn ? "both" : "neither",
    required: "one of a quality column and an assumed quality",
    remedy,
  });
}
