import { refusal } from "../contract/outcome.ts";
import type { Zone } from "../series/calendar.ts";
import type { NumberColumn, SeriesData } from "../series/dataset/dataset.ts";
import { checkIndex } from "../series/dataset/index-check.ts";
import { labelText } from "../series/dataset/index-label.ts";
import { nextLabels } from "../series/dataset/next-labels.ts";
import { seriesTooShort } from "./refusals.ts";

/** A series with more rows. */
export interface Appended {
  data: SeriesData;
  added: number;
  /** Rows of the new data that were there before: not after the last label. They are not looked at. */
  known: number;
}

/**
 * The rows of `more` that come after the last row of `data`, put behind it. Positions without labels go on counting.
 * Refuses SeriesTooShort when no row is new, IrregularIndex when the first new row is not the next one or a row is
 * missing among them, FutureExogenousMissing when a column the model uses is not there.
 */
export function appendRows(data: SeriesData, more: SeriesData, x: string[], zone: Zone | null): Appended {
  const last = data.index.at[data.index.at.length - 1];
  const positions = data.index.kind === "position" && more.index.kind === "position";
  const from = positions ? 0 : more.index.at.findIndex((at) => at > last);
  const added = from < 0 ? 0 : more.y.values.length - from;
  if (added === 0) {
    const way = `give rows after ${labelText(data.index, last)}`;
    throw seriesTooShort(more.label, 0, 1, "an update: no row comes after the last one that the model has seen", way);
  }
  const steps = Array.from({ length: added }, (_, i) => i + 1);
  const expected = data.frequency === null ? null : nextLabels(data, steps, zone);
  if (!positions) requireNext(data, more, from, expected);
  const at = positions ? (expected ?? Float64Array.from(steps, (step) => last + step)) : more.index.at.subarray(from);
  const join = (a: Float64Array, b: Float64Array) => Float64Array.from([...a, ...b]);
  const index = { ...data.index, at: join(data.index.at, at) };
  return {
    data: {
      ...data,
      index,
      // One row has no spacing; with those that follow there may be one.
      frequency: data.frequency ?? checkIndex(index, null, zone).frequency,
      y: { ...data.y, values: join(data.y.values, more.y.values.subarray(from)) },
      x: data.x
        .filter(({ name }) => x.includes(name))
        .map((column) => ({ ...column, values: join(column.values, columnOf(more, column).subarray(from)) })),
      filled: null,
    },
    added,
    known: from,
  };
}

function requireNext(data: SeriesData, more: SeriesData, from: number, expected: Float64Array | null): void {
  if (expected === null) return;
  const wrong = expected.findIndex((at, i) => more.index.at[from + i] !== at);
  if (wrong < 0) return;
  const wanted = labelText(data.index, expected[wrong]);
  const found = labelText(more.index, more.index.at[from + wrong]);
  const remedy = "give every row from there on, without gaps";
  throw refusal(
    "IrregularIndex",
    `${more.label}: the row after ${labelText(data.index, wrong === 0 ? data.index.at[data.index.at.length - 1] : expected[wrong - 1])} is ${found}, and ${wanted} is next; ${remedy}`,
    { check: "next_label", observed: found, required: wanted, remedy },
  );
}

function columnOf(more: SeriesData, { name }: NumberColumn): Float64Array {
  const found = more.x.find((column) => column.name === name);
  if (found) return found.values;
  const remedy = `give the column ${name}`;
  throw refusal("FutureExogenousMissing", `${more.label}: has no column '${name}', which the model uses; ${remedy}`, {
    check: "columns",
    observed: more.x.map((column) => column.name),
    required: name,
    remedy,
  });
}
