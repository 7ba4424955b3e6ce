import type { Data } from "./dataset.ts";
import { labelText } from "./index-label.ts";

/** A cell of a row as JSON and CSV hold it. */
export type PlainCell = string | number | null;

/** Data as columns by name, in order: labels first. Missing and infinite values are null. Curves come long. */
export function plainColumns(data: Data): Map<string, PlainCell[]> {
  const columns = new Map<string, PlainCell[]>();
  const number = (value: number) => (Number.isFinite(value) ? value : null);
  if (data.layout === "series") {
    const { index } = data;
    const numeric = index.kind === "number" || index.kind === "position";
    columns.set(
      index.name ?? freeName("position", data),
      Array.from(index.at, (at) => (numeric ? at : labelText(index, at))),
    );
    for (const { name, values } of [data.y, ...data.x]) columns.set(name, Array.from(values, number));
    return columns;
  }
  const { curves } = data;
  columns.set(
    "curve",
    curves.flatMap(({ name, t }) => Array.from(t, () => name)),
  );
  columns.set(
    "t",
    curves.flatMap(({ t }) => Array.from(t)),
  );
  columns.set(
    "value",
    curves.flatMap(({ v }) => Array.from(v, number)),
  );
  if (curves.some(({ group }) => group !== null))
    columns.set(
      "label",
      curves.flatMap(({ t, group }) => Array.from(t, () => group)),
    );
  return columns;
}

function freeName(name: string, { y, x }: Extract<Data, { layout: "series" }>): string {
  return [y, ...x].some((column) => column.name === name) ? `${name}_` : name;
}
