import type { LabelStyle, TimeIndex } from "../../series/dataset/dataset.ts";
import type { Frequency } from "../../series/dataset/frequency.ts";
import type { Training } from "../training.ts";

/** A training as a state keeps it: plain JSON, null where a value is missing. */
export interface StoredTraining {
  label: string;
  y: (number | null)[];
  x: { name: string; values: number[] }[];
  first: number;
  at: number[];
  kind: TimeIndex["kind"];
  name: string | null;
  tz: string | null;
  style: LabelStyle;
  frequency: Frequency | null;
  periods: number[];
}

/** Keeps a training. */
export function storedTraining({ label, y, x, first, index, frequency, periods }: Training): StoredTraining {
  const { kind, name, tz, style, at } = index;
  return {
    label,
    y: Array.from(y, (value) => (Number.isNaN(value) ? null : value)),
    x: x.map((column) => ({ name: column.name, values: Array.from(column.values) })),
    first,
    at: Array.from(at),
    kind,
    name,
    tz,
    style,
    frequency,
    periods,
  };
}

/** The training that was kept. */
export function trainingFrom(stored: StoredTraining): Training {
  const { label, first, kind, name, tz, style, frequency, periods } = stored;
  return {
    label,
    y: Float64Array.from(stored.y, (value) => value ?? Number.NaN),
    x: stored.x.map((column) => ({ name: column.name, values: Float64Array.from(column.values) })),
    first,
    index: { kind, name, tz, style, at: Float64Array.from(stored.at) },
    frequency,
    periods,
  };
}
