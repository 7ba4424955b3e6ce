import type { Zone } from "../calendar.ts";
import type { CurveData, Data, NumberColumn, SeriesData } from "./dataset.ts";
import { checkIndex, type IndexCheck } from "./index-check.ts";
import { labelText } from "./index-label.ts";
import { gapText } from "./require.ts";

/** What is to be said of data beside the data themselves. */
export interface DescribeOptions {
  zone: Zone | null;
  /** Names of columns that were left aside, and UTC offsets of the labels in minutes. */
  facts: { unused: string[]; offsets: number[] };
  /** Longest list. */
  most: number;
}

/** The facts of data as answers show them; the counts are whole, lists hold at most `most` entries. */
export function describeData(data: Data, options: DescribeOptions) {
  const unused = options.facts.unused;
  const shared = {
    handle: data.handle,
    layout: data.layout,
    columns_unused: unused.slice(0, options.most),
    columns_unused_dropped: Math.max(0, unused.length - options.most),
  };
  return data.layout === "series"
    ? { ...shared, series: describeSeries(data, options), curves: null }
    : { ...shared, series: null, curves: describeCurves(data) };
}

function describeSeries(data: SeriesData, { zone, facts, most }: DescribeOptions) {
  const { index, frequency } = data;
  const found = checkIndex(index, frequency, zone);
  const inferred = frequency === null ? checkIndex(index, null, zone).reason : null;
  const text = (at: number) => labelText(index, at);
  const least = index.at.reduce((a, b) => Math.min(a, b));
  const greatest = index.at.reduce((a, b) => Math.max(a, b));
  return {
    n_rows: data.y.values.length,
    index: { kind: index.kind, column: index.name, tz: index.tz, first: text(least), last: text(greatest) },
    frequency: frequency?.text ?? null,
    ...(frequency === null ? { frequency_reason: inferred ?? "the labels stand on no grid" } : {}),
    spacing: spacingOf(data, found),
    target: columnFacts(data.y),
    exog: data.x.map(columnFacts),
    n_filled: data.filled?.reduce((n, flag) => n + flag, 0) ?? 0,
    checks: {
      n_backward: found.backward.length,
      first_backward_row: found.backward.length > 0 ? found.backward[0] + 1 : null,
      n_duplicate_labels: found.duplicates.length,
      duplicates: found.duplicates
        .slice(0, most)
        .map(({ at, rows }) => ({ label: text(at), rows: rows.slice(0, most).map((row) => row + 1) })),
      n_gaps: found.gaps.length,
      n_missing_labels: found.n_missing_labels,
      gaps: found.gaps
        .slice(0, most)
        .map(({ after, before, missing }) => ({ after: text(after), before: text(before), missing })),
      utc_offsets_min: facts.offsets.slice(0, most),
    },
  };
}

function spacingOf({ index }: SeriesData, { modal_gap, n_modal, smallest_gap, largest_gap }: IndexCheck) {
  if (modal_gap === null) return null;
  return {
    most_often: gapText(index, modal_gap),
    n_most_often: n_modal,
    smallest: gapText(index, smallest_gap),
    largest: gapText(index, largest_gap),
  };
}

function columnFacts({ name, values }: NumberColumn) {
  let [n_missing, n_infinite] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) n_missing++;
    else if (!Number.isFinite(value)) n_infinite++;
  }
  return { name, n_missing, n_infinite };
}

function describeCurves({ curves, shared_grid }: CurveData) {
  const sizes = curves.map(({ t }) => t.length);
  const groups = new Set(curves.flatMap(({ group }) => (group === null ? [] : [group])));
  const facts = curves.map(({ v }) => columnFacts({ name: "", values: v }));
  const sum = (of: (fact: { n_missing: number; n_infinite: number }) => number) =>
    facts.reduce((n, fact) => n + of(fact), 0);
  return {
    n_curves: curves.length,
    n_points_min: sizes.reduce((a, b) => Math.min(a, b)),
    n_points_max: sizes.reduce((a, b) => Math.max(a, b)),
    shared_grid,
    regular_grid: curves.every(({ t }) => isRegular(t)),
    grid_min: curves.reduce((least, { t }) => Math.min(least, t[0]), curves[0].t[0]),
    grid_max: curves.reduce((most, { t }) => Math.max(most, t[t.length - 1]), curves[0].t[0]),
    n_groups: groups.size,
    n_missing: sum(({ n_missing }) => n_missing),
    n_infinite: sum(({ n_infinite }) => n_infinite),
  };
}

/** Equal steps, to a millionth of one. */
function isRegular(t: Float64Array): boolean {
  const step = (t[t.length - 1] - t[0]) / (t.length - 1);
  return t.every((at, i) => Math.abs(at - t[0] - i * step) <= 1e-6 * Math.abs(step));
}
