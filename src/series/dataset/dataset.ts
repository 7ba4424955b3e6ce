import type { Frequency } from "./frequency.ts";

/** How the labels of rows are written: what they were read as, and what a forecast's labels are to look like. */
export type LabelStyle = "quarter" | "month" | "date" | "datetime";

/** What the rows of a series stand on, in file order. */
export interface TimeIndex {
  /**
   * `instant`: microseconds UTC. `civil`: calendar dates and times without a zone, microseconds as if UTC. `number`: a
   * column of numbers. `position`: no column; 0, 1, 2, …
   */
  kind: "instant" | "civil" | "number" | "position";
  /** The column's name; null for positions. */
  name: string | null;
  at: Float64Array;
  /** IANA zone whose calendar counts days and months; null: UTC for instants, none for the rest. */
  tz: string | null;
  style: LabelStyle;
}

/** A named column of numbers; NaN where the cell is missing. */
export interface NumberColumn {
  name: string;
  values: Float64Array;
}

/** One series with the columns that may explain it. */
export interface SeriesData {
  layout: "series";
  /** What the caller called it, or the handle: the subject of messages. */
  label: string;
  handle: string;
  index: TimeIndex;
  y: NumberColumn;
  /** Exogenous columns, as long as y. */
  x: NumberColumn[];
  /** Stated or inferred; null when the rows stand on no regular grid. */
  frequency: Frequency | null;
  /** 1 where a transform made or filled y's value; null when none did. */
  filled: Uint8Array | null;
}

/** One curve: its own grid, ascending, and its values. */
export interface Curve {
  name: string;
  t: Float64Array;
  v: Float64Array;
  /** Its class, when a label column was named. */
  group: string | null;
}

/** A set of curves, in the order of first sight. */
export interface CurveData {
  layout: "curves";
  label: string;
  handle: string;
  curves: Curve[];
  /** True when every curve has the same grid. */
  shared_grid: boolean;
}

export type Data = SeriesData | CurveData;

/** The rows from..to of a series; arrays are views. The frequency stays. */
export function sliceSeries(data: SeriesData, from: number, to: number): SeriesData {
  const cut = (values: Float64Array) => values.subarray(from, to);
  return {
    ...data,
    index: { ...data.index, at: cut(data.index.at) },
    y: { ...data.y, values: cut(data.y.values) },
    x: data.x.map((column) => ({ ...column, values: cut(column.values) })),
    filled: data.filled?.subarray(from, to) ?? null,
  };
}

/** The rows of a series named by number, in that order; arrays are copies. */
export function takeRows(data: SeriesData, rows: Int32Array): SeriesData {
  const take = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]);
  return {
    ...data,
    index: { ...data.index, at: take(data.index.at) },
    y: { ...data.y, values: take(data.y.values) },
    x: data.x.map((column) => ({ ...column, values: take(column.values) })),
    filled: data.filled === null ? null : Uint8Array.from(rows, (row) => data.filled?.[row] ?? 0),
  };
}
