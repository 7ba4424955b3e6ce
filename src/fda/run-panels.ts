import { BadCall } from "../contract/outcome.ts";
import type { LinesFigure } from "../plot/lines-figure.ts";
import type { ResultField } from "./methods/method.ts";
import type { Run } from "./run.ts";

/** What a table's values are. */
const LABELS: Record<string, string> = { warps: "warp(t)", se_factor: "se / sigma", residuals: "value - fitted" };

/** Names that do not fit beside a figure. */
const NAMES: Record<string, string> = {
  "karcher mean": "Karcher",
  "mean of the aligned": "aligned",
  "mean before": "before",
};

/**
 * A run as figures to stand one below the other: the curves it was given, then every table that it left over the grid. The
 * curves that it left are drawn on the heights of those it was given, and warps beside the identity. BadCall for a run that
 * left nothing over the grid.
 */
export function runPanels({ method, data, curves, result }: Run): LinesFigure[] {
  const over = Object.entries(result.fields).filter(([, field]) => field.columns === "grid");
  if (over.length === 0) throw new BadCall(`a run of ${method.name} leaves nothing over the grid to draw`);
  const given = panel(
    "curves",
    data.curves.map(({ name, t, v }) => ({ name, x: t, v })),
  );
  const left = over.map(([name, field]): LinesFigure => {
    const drawn = panel(name, linesOf(field));
    if (name === "warps") return { ...drawn, reference: { x: curves.t, v: curves.t } };
    return name === method.leaves ? { ...drawn, heights: extentOf(data.curves.map(({ v }) => v)) } : drawn;
  });
  return [given, ...left];
}

function panel(name: string, lines: LinesFigure["lines"]): LinesFigure {
  const description = `${name}: ${lines.length} lines over the grid`;
  return { title: name, x_label: "grid", y_label: LABELS[name] ?? "value", time: false, lines, description };
}

function linesOf({ row_names, column_names, values }: ResultField): LinesFigure["lines"] {
  const x = Float64Array.from(column_names, Number);
  return row_names.map((name, i) => ({ name: NAMES[name] ?? name, x, v: Float64Array.from(values[i]) }));
}

function extentOf(rows: readonly Float64Array[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    for (const value of row) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return [low, high];
}
