import type { CurveMatrix } from "../../src/fda/curve-matrix.ts";

/** Curves c0, c1, … over a grid. */
export function curvesOf(t: ArrayLike<number>, rows: ArrayLike<number>[]): CurveMatrix {
  return {
    label: "test",
    names: rows.map((_, i) => `c${i}`),
    groups: rows.map(() => null),
    t: Float64Array.from(t),
    rows: rows.map((row) => Float64Array.from(row)),
  };
}

/** A wide CSV without quoted commas: the first column is the grid. */
export function wideCurves(text: string): CurveMatrix {
  const rows = text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(",").map(Number));
  const columns = rows[0].map((_, c) => rows.map((row) => row[c]));
  return curvesOf(columns[0], columns.slice(1));
}

/** A wide CSV of a grid and named curves. */
export function wideCsv(t: number[], columns: Record<string, number[]>): string {
  const rows = t.map((at, j) => [at, ...Object.values(columns).map((v) => v[j])].join(","));
  return `t,${Object.keys(columns).join(",")}\n${rows.join("\n")}\n`;
}
