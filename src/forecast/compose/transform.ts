import type { NumberColumn } from "../../series/dataset/dataset.ts";
import type { Plain, Work } from "../component.ts";
import type { ComponentSpec } from "../spec/spec.ts";
import type { Training } from "../training.ts";
import { distinctColumns, fitTransformer, transformerOf } from "./parts.ts";

/** A transformer that has learned from rows, and the rows transformed. */
export interface Transformed {
  state: unknown;
  rows: Training;
}

/** True where a transformer makes explaining columns of the rows. */
export function makesColumns(spec: ComponentSpec): boolean {
  return transformerOf(spec).makes_columns?.(spec.params) === true;
}

/** Fits a transformer to the rows and transforms them. */
export async function fitTransform(spec: ComponentSpec, train: Training, work: Work): Promise<Transformed> {
  const state = await fitTransformer(spec, train, work);
  return { state, rows: await transformerOf(spec).transform(state, spec.params, train, work) };
}

/** What a transformer has learned from explaining columns (T ** F). */
export async function fitColumns(spec: ComponentSpec, rows: Training, work: Work): Promise<Plain> {
  const component = transformerOf(spec);
  if (component.columns) return component.columns.fit(rows, spec.params, work);
  if (makesColumns(spec)) return (await fitTransformer(spec, rows, work)) as Plain;
  const states: Plain[] = [];
  for (const column of rows.x) states.push((await fitTransformer(spec, asSeries(rows, column), work)) as Plain);
  return states;
}

/** The columns of rows transformed; NaN where a row that a transformer drops has no value. */
export async function columnsOf(
  spec: ComponentSpec,
  state: Plain,
  rows: Training,
  work: Work,
): Promise<NumberColumn[]> {
  const component = transformerOf(spec);
  if (component.columns) return distinctColumns(await component.columns.make(state, spec.params, rows, work));
  if (makesColumns(spec)) return distinctColumns((await component.transform(state, spec.params, rows, work)).x);
  const columns: NumberColumn[] = [];
  for (const [i, column] of rows.x.entries()) {
    const made = await component.transform((state as Plain[])[i], spec.params, asSeries(rows, column), work);
    columns.push({ name: column.name, values: padded(made.y, column.values.length) });
  }
  return columns;
}

/** Rows with one of their columns as the series. */
function asSeries(rows: Training, column: NumberColumn): Training {
  return { ...rows, label: `${rows.label} column ${column.name}`, y: column.values, x: [] };
}

/** Values behind as many NaN as rows were dropped at the start. */
function padded(values: Float64Array, n: number): Float64Array {
  if (values.length === n) return values;
  const out = new Float64Array(n).fill(Number.NaN);
  out.set(values, n - values.length);
  return out;
}
