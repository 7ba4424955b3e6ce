import { civilToMicros } from "../../contract/instant.ts";
import type { Curve, NumberColumn, TimeIndex } from "../dataset/dataset.ts";

/** A published series of numbers, as it is written down here. */
export interface DemoSeries {
  name: string;
  title: string;
  /** Where the numbers were published. */
  source: string;
  /** Spacing of the labels; `year` labels are the numbers of the years. */
  unit: "month" | "quarter" | "year" | "position";
  /** The first label: `1949-01`, `1960-Q1`, a year or a position. */
  start: string | number;
  /** Seasonal period that the data have, or 1. */
  sp: number;
  target: string;
  /** Other names that it is known by. */
  aliases: string[];
  /** What goes wrong with it when one does not look. */
  traps: string[];
  /** Numbers with blanks between them. */
  values: string;
  exog: Record<string, string>;
}

/** Curves that a formula makes. */
export interface DemoCurves {
  name: string;
  title: string;
  source: string;
  aliases: string[];
  traps: string[];
  curves(): Curve[];
}

/** The columns of a demo series. */
export function demoColumns({ unit, start, target, values, exog }: DemoSeries): {
  index: TimeIndex;
  y: NumberColumn;
  x: NumberColumn[];
} {
  const y = { name: target, values: numbers(values) };
  const x = Object.entries(exog).map(([name, text]) => ({ name, values: numbers(text) }));
  return { index: indexOf(unit, start, y.values.length), y, x };
}

function numbers(text: string): Float64Array {
  return Float64Array.from(text.trim().split(/\s+/), Number);
}

function indexOf(unit: DemoSeries["unit"], start: string | number, n: number): TimeIndex {
  const plain = { tz: null, style: "datetime" as const };
  if (unit === "position")
    return { kind: "position", name: null, at: Float64Array.from({ length: n }, (_, i) => i), ...plain };
  if (unit === "year") {
    return {
      kind: "number",
      name: "year",
      at: Float64Array.from({ length: n }, (_, i) => Number(start) + i),
      ...plain,
    };
  }
  const [year, period] = String(start).split(/-Q?/).map(Number);
  const step = unit === "month" ? 1 : 3;
  const first = year * 12 + (period - 1) * step;
  const at = Float64Array.from({ length: n }, (_, i) => {
    const month = first + i * step;
    return civilToMicros(Math.floor(month / 12), (month % 12) + 1, 1);
  });
  return { kind: "civil", name: unit, at, tz: null, style: unit };
}
