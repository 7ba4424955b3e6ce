import type { Zone } from "../calendar.ts";
import { type NumberColumn, type SeriesData, takeRows } from "./dataset.ts";
import { type FillMethod, fillMissing } from "./fill.ts";
import type { Frequency } from "./frequency.ts";
import { gridOf } from "./grid.ts";
import { checkIndex, sortedRows } from "./index-check.ts";
import { requireAscending, requireDistinct, requireRegular } from "./require.ts";

/** What to put in order; each step is done only when it is asked for and needed. */
export interface FormatRules {
  sort: boolean;
  /** What rows of one label become; `error` refuses DuplicateTimestamps. */
  remove_duplicates: "error" | "first" | "last" | "mean" | "sum";
  /** Put the rows on a regular grid: the stated frequency, or the inferred one. */
  regular: boolean;
  frequency: Frequency | null;
  fill: FillMethod | null;
  fill_value: number;
}

/** One thing that was changed, with its count. */
export interface Change {
  change: "sorted" | "duplicates_removed" | "rows_inserted" | "values_filled";
  /** The column, for fills. */
  column: string | null;
  n: number;
  detail: string;
}

/**
 * Sorts, settles repeated labels, inserts the missing rows of the grid and fills missing values, in this order; says
 * what it changed. Refuses NonMonotonicIndex, DuplicateTimestamps and IrregularIndex where a step was not asked for or
 * cannot be done; no input label is ever moved or dropped.
 */
export function formatSeries(
  data: SeriesData,
  rules: FormatRules,
  zone: Zone | null,
): { data: SeriesData; changes: Change[] } {
  const changes: Change[] = [];
  let now = sorted(data, rules, zone, changes);
  now = distinct(now, rules, zone, changes);
  now = regular(now, rules, zone, changes);
  return { data: filled(now, rules, changes), changes };
}

function sorted(data: SeriesData, { sort }: FormatRules, zone: Zone | null, changes: Change[]): SeriesData {
  const found = checkIndex(data.index, null, zone);
  if (found.backward.length === 0) return data;
  if (!sort) requireAscending(data.label, data.index, found);
  const rows = sortedRows(data.index.at);
  const n = rows.reduce((moved, row, i) => moved + (row === i ? 0 : 1), 0);
  changes.push({ change: "sorted", column: null, n, detail: `${n} rows moved into the order of their labels` });
  return takeRows(data, rows);
}

function distinct(
  data: SeriesData,
  { remove_duplicates }: FormatRules,
  zone: Zone | null,
  changes: Change[],
): SeriesData {
  const found = checkIndex(data.index, null, zone);
  if (found.duplicates.length === 0) return data;
  if (remove_duplicates === "error") requireDistinct(data.label, data.index, found);
  const dropped = new Set(found.duplicates.flatMap(({ rows }) => rows.slice(1)));
  const kept = Int32Array.from(Array.from(data.index.at.keys()).filter((row) => !dropped.has(row)));
  const groups = new Map(found.duplicates.map(({ rows }) => [rows[0], rows]));
  const merge = (values: Float64Array) =>
    Float64Array.from(kept, (row) => merged(values, groups.get(row) ?? [row], remove_duplicates));
  const n = dropped.size;
  const detail = `${rows(n)} of ${found.duplicates.length === 1 ? "1 repeated label" : `${found.duplicates.length} repeated labels`}; ${remove_duplicates} kept`;
  changes.push({ change: "duplicates_removed", column: null, n, detail });
  return mapColumns(takeRows(data, kept), (column) => merge(column.values), data);
}

/** Missing values do not count among those that are averaged or added, unless all are missing. */
function merged(values: Float64Array, rows: number[], rule: FormatRules["remove_duplicates"]): number {
  if (rule === "last") return values[rows[rows.length - 1]];
  if (rule !== "mean" && rule !== "sum") return values[rows[0]];
  const known = rows.map((row) => values[row]).filter((value) => !Number.isNaN(value));
  if (known.length === 0) return Number.NaN;
  const sum = known.reduce((a, b) => a + b, 0);
  return rule === "sum" ? sum : sum / known.length;
}

/** A grid with this many times the rows (and not a short one) is a sign of one label far from the rest. */
const MOST_TIMES = 100;
const SHORT_ROWS = 1000;
const MOST_ROWS = 10_000_000;

function regular(data: SeriesData, rules: FormatRules, zone: Zone | null, changes: Change[]): SeriesData {
  if (!rules.regular || data.index.at.length < 2) return data;
  const found = checkIndex(data.index, rules.frequency, zone);
  requireRegular(data.label, data.index, found);
  const { frequency } = found;
  if (frequency === null || found.n_missing_labels === 0) return { ...data, frequency };
  const { at } = data.index;
  const grid = gridOf(frequency, at[0], zone);
  const ranks = Array.from(at, (label) => grid.rankOf(label) ?? 0);
  const n = ranks[ranks.length - 1] + 1;
  if (n > MOST_ROWS || (n > SHORT_ROWS && n > MOST_TIMES * at.length))
    requireRegular(data.label, data.index, { ...found, frequency: null, reason: `the grid would have ${n} rows` });
  const spread = (values: Float64Array) => {
    const out = new Float64Array(n).fill(Number.NaN);
    ranks.forEach((rank, i) => {
      out[rank] = values[i];
    });
    return out;
  };
  const labels = Float64Array.from({ length: n }, (_, rank) => grid.labelAt(rank));
  const detail = `${rows(n - at.length)} inserted on the grid of ${frequency.text}`;
  changes.push({ change: "rows_inserted", column: null, n: n - at.length, detail });
  const wider = { ...data, index: { ...data.index, at: labels }, frequency, filled: maskOf(data, ranks, n) };
  return mapColumns(wider, (column) => spread(column.values), data);
}

function maskOf({ filled: mask }: SeriesData, ranks: number[], n: number): Uint8Array | null {
  if (mask === null) return null;
  const out = new Uint8Array(n);
  ranks.forEach((rank, i) => {
    out[rank] = mask[i];
  });
  return out;
}

/** Why a fill leaves a value missing. */
const NOTHING_THERE: Record<FillMethod, string> = {
  ffill: "no value stands before",
  bfill: "no value stands after",
  linear: "no value stands on both sides",
  constant: "",
};

function filled(data: SeriesData, { fill, fill_value }: FormatRules, changes: Change[]): SeriesData {
  if (fill === null) return data;
  let mask = data.filled;
  const made = mapColumns(data, (column) => {
    const done = fillMissing(column.values, fill, fill_value);
    if (done.n_filled + done.n_left === 0) return column.values;
    const stay = done.n_left === 1 ? "1 stays" : `${done.n_left} stay`;
    const left = done.n_left === 0 ? "" : `; ${stay} missing: ${NOTHING_THERE[fill]}`;
    changes.push({ change: "values_filled", column: column.name, n: done.n_filled, detail: `${fill}${left}` });
    if (column === data.y) mask = done.filled.map((flag, i) => flag | (data.filled?.[i] ?? 0));
    return done.values;
  });
  return { ...made, filled: mask };
}

/** The series with each column's values made anew, from its own columns or from those of `source`. */
function mapColumns(
  data: SeriesData,
  values: (column: NumberColumn) => Float64Array,
  source: SeriesData = data,
): SeriesData {
  const made = (column: NumberColumn) => ({ ...column, values: values(column) });
  return { ...data, y: made(source.y), x: source.x.map(made) };
}

function rows(n: number): string {
  return n === 1 ? "1 row" : `${n} rows`;
}
