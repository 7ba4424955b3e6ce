import type { Zone } from "../calendar.ts";
import type { TimeIndex } from "./dataset.ts";
import type { Frequency } from "./frequency.ts";
import { anchoredAt } from "./frequency-text.ts";
import { gridOf, toCivil } from "./grid.ts";
import { inferFrequency, type Spacing } from "./infer-frequency.ts";

/** What is odd about an index. Nothing is repaired. */
export interface IndexCheck extends Spacing {
  /** Rows (from 0) whose label is smaller than the one before. */
  backward: number[];
  /** Labels that more than one row has, ascending. */
  duplicates: { at: number; rows: number[] }[];
  /** Stretches of the grid without a row: the label before, the one after, and how many are missing between. */
  gaps: { after: number; before: number; missing: number }[];
  n_missing_labels: number;
  /** Labels that the stated frequency's grid does not hold: rows from 0. Empty when the frequency was inferred. */
  off_grid: number[];
}

/** Checks an index; a stated frequency is held against its labels, otherwise one is inferred. */
export function checkIndex(index: TimeIndex, stated: Frequency | null, zone: Zone | null): IndexCheck {
  const { at } = index;
  const backward: number[] = [];
  for (let i = 1; i < at.length; i++) if (at[i] < at[i - 1]) backward.push(i);
  const order = backward.length === 0 ? null : sortedRows(at);
  const rowAt = (i: number) => (order === null ? i : order[i]);
  const duplicates: IndexCheck["duplicates"] = [];
  const distinct: number[] = [];
  for (let i = 0; i < at.length; i++) {
    const label = at[rowAt(i)];
    if (distinct.length > 0 && distinct[distinct.length - 1] === label) {
      const last = duplicates[duplicates.length - 1];
      if (last?.at === label) last.rows.push(rowAt(i));
      else duplicates.push({ at: label, rows: [rowAt(i - 1), rowAt(i)] });
    } else distinct.push(label);
  }
  const labels = Float64Array.from(distinct);
  const spacing = inferFrequency(
    labels,
    index.kind === "number" || index.kind === "position" ? "number" : "time",
    zone,
  );
  const frequency = stated ?? spacing.frequency;
  const { gaps, n_missing_labels, strangers } = holes(labels, frequency, zone);
  const off_grid = stated === null ? [] : rowsOf(at, strangers);
  const reason = stated === null ? spacing.reason : null;
  return { ...spacing, frequency, reason, backward, duplicates, gaps, n_missing_labels, off_grid };
}

/** Row numbers in ascending order of their label; rows of one label keep their order. */
export function sortedRows(at: Float64Array): Int32Array {
  return Int32Array.from(at.keys()).sort((a, b) => at[a] - at[b] || a - b);
}

function holes(labels: Float64Array, frequency: Frequency | null, zone: Zone | null) {
  const gaps: IndexCheck["gaps"] = [];
  const strangers = new Set<number>();
  let n_missing_labels = 0;
  if (frequency === null || labels.length < 1) return { gaps, n_missing_labels, strangers };
  // A Friday's grid does not go through a Monday, nor that of February's quarters through January.
  if (anchoredAt(frequency, toCivil(labels[0], zone)).text !== frequency.text) {
    for (const label of labels) strangers.add(label);
    return { gaps, n_missing_labels, strangers };
  }
  const grid = gridOf(frequency, labels[0], zone);
  let [last, lastLabel] = [grid.rankOf(labels[0]), labels[0]];
  if (last === null) strangers.add(labels[0]);
  for (const label of labels.subarray(1)) {
    const rank = grid.rankOf(label);
    if (rank === null) strangers.add(label);
    else {
      const missing = last === null ? 0 : rank - last - 1;
      if (missing > 0) gaps.push({ after: lastLabel, before: label, missing });
      n_missing_labels += Math.max(0, missing);
      [last, lastLabel] = [rank, label];
    }
  }
  return { gaps, n_missing_labels, strangers };
}

function rowsOf(at: Float64Array, labels: Set<number>): number[] {
  if (labels.size === 0) return [];
  return Array.from(at.keys()).filter((row) => labels.has(at[row]));
}
