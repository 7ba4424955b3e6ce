import type { NumberColumn, TimeIndex } from "../series/dataset/dataset.ts";
import type { Frequency } from "../series/dataset/frequency.ts";

/**
 * The rows a component learns from: on a regular grid, ascending, one row a label, without missing values unless the
 * component says that it understands them.
 */
export interface Training {
  /** The subject of messages. */
  label: string;
  /** n values. */
  y: Float64Array;
  /** Explaining columns, n values each. */
  x: NumberColumn[];
  /** Step of the first row counted from the first row of the series as it was read; the last is `first + n - 1`. */
  first: number;
  /** Labels of the n rows. */
  index: TimeIndex;
  frequency: Frequency | null;
  /** Seasons that the calendar suggests, the shortest first. */
  periods: number[];
}

/** The first n rows of a training, as views. */
export function firstRows(train: Training, n: number): Training {
  return rowsOf(train, 0, n);
}

/** The rows from..to of a training, as views. */
export function rowsOf(train: Training, from: number, to: number): Training {
  return {
    ...train,
    y: train.y.subarray(from, to),
    x: train.x.map((column) => ({ ...column, values: column.values.subarray(from, to) })),
    index: { ...train.index, at: train.index.at.subarray(from, to) },
    first: train.first + from,
  };
}
