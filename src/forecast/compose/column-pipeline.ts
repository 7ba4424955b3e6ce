import { BadCall } from "../../contract/outcome.ts";
import type { NumberColumn } from "../../series/dataset/dataset.ts";
import { gridOf } from "../../series/dataset/grid.ts";
import { zoneOf } from "../../series/dataset/zone-of.ts";
import type { Description, Plain, Tags, Work } from "../component.ts";
import { forecasterOf, tagsOf, takesColumns } from "../engine.ts";
import type { Ask, Predictive } from "../predictive.ts";
import type { Step } from "../spec/parameter.ts";
import { printSpec } from "../spec/print-spec.ts";
import { rowsOf, type Training } from "../training.ts";
import { describePart, fitPart, movePart, predictPart, transformerOf } from "./parts.ts";
import { type StoredTraining, storedTraining, trainingFrom } from "./stored-training.ts";
import { columnsOf, fitColumns } from "./transform.ts";

/** What a pipeline on the explaining columns is told. */
export interface ColumnParams {
  steps: Step[];
}

/** A fitted pipeline on the explaining columns. */
export interface ColumnState {
  states: Plain[];
  inner: unknown;
  /** The rows with their columns as they came: what comes next may lean on them. */
  history: StoredTraining;
  dropped: number;
}

/** The transformers and the forecaster behind them. BadCall for another order, and a forecaster without columns. */
function partsOf({ steps }: ColumnParams): { before: Step[]; inner: Step } {
  const before = steps.slice(0, -1);
  const inner = steps[steps.length - 1];
  if (
    inner.spec.component.object_type !== "forecaster" ||
    before.some(({ spec }) => spec.component.object_type !== "transformer")
  )
    throw new BadCall("spec: ForecastingPipeline has transformers and then one forecaster as its steps");
  if (!takesColumns(inner.spec))
    throw new BadCall(
      `spec: ${printSpec(inner.spec)} takes no explaining columns, so a transformer of them changes nothing; write T * F to transform the series`,
    );
  return { before, inner };
}

/** A pipeline can do what its forecaster can. */
export function tagsOfColumns(params: ColumnParams): Tags {
  return tagsOf(partsOf(params).inner.spec);
}

/** Rows that the steps need. */
export function minLengthOfColumns(params: ColumnParams, train: Training): number {
  const { before, inner } = partsOf(params);
  const needs = before.map(({ spec }) => transformerOf(spec).minLength(spec.params, train));
  return Math.max(forecasterOf(inner.spec).minLength(inner.spec.params, train), ...needs);
}

/** Fits the steps. Rows at the start without a value in every column are left out of the forecaster's. */
export async function fitColumnPipeline(train: Training, params: ColumnParams, work: Work): Promise<ColumnState> {
  const { before, inner } = partsOf(params);
  const states: Plain[] = [];
  let x = train.x;
  for (const { spec } of before) {
    const state = await fitColumns(spec, { ...train, x }, work);
    x = await columnsOf(spec, state, { ...train, x }, work);
    states.push(state);
  }
  const from = firstWhole(x, train.y.length);
  const rows = rowsOf({ ...train, x }, from, train.y.length);
  return { states, inner: await fitPart(inner.spec, rows, work), history: storedTraining(train), dropped: from };
}

/** The pipeline after more rows: what was learned of the columns stays. */
export async function updateColumnPipeline(
  state: ColumnState,
  train: Training,
  params: ColumnParams,
  added: number,
  work: Work,
): Promise<ColumnState> {
  const { before, inner } = partsOf(params);
  let x = train.x;
  for (const [i, { spec }] of before.entries()) x = await columnsOf(spec, state.states[i], { ...train, x }, work);
  const rows = rowsOf({ ...train, x }, state.dropped, train.y.length);
  const moved = await movePart(inner.spec, state.inner, rows, added, work);
  return { ...state, inner: moved, history: storedTraining(train) };
}

/** The first row from which on every column has a value. */
function firstWhole(x: NumberColumn[], n: number): number {
  return x.reduce((from, { values }) => {
    let row = n;
    while (row > 0 && Number.isFinite(values[row - 1])) row--;
    return Math.max(from, row);
  }, 0);
}

/** Predictions from the columns transformed over history and future together. */
export async function predictColumnPipeline(
  state: ColumnState,
  params: ColumnParams,
  ask: Ask,
  work: Work,
): Promise<Predictive> {
  const { before, inner } = partsOf(params);
  const farthest = ask.steps[ask.steps.length - 1];
  const rows = await extended(trainingFrom(state.history), farthest, ask.x);
  let x = rows.x;
  for (const [i, { spec }] of before.entries()) x = await columnsOf(spec, state.states[i], { ...rows, x }, work);
  const n = rows.y.length;
  const future = x.map((column) => ({ ...column, values: column.values.subarray(n - farthest) }));
  return predictPart(inner.spec, state.inner, { ...ask, x: future }, work);
}

/** Rows with `steps` more behind them: labels go on along the grid, y is missing. */
async function extended(train: Training, steps: number, x: NumberColumn[]): Promise<Training> {
  const n = train.y.length;
  const more = new Float64Array(steps).fill(Number.NaN);
  return {
    ...train,
    y: Float64Array.from([...train.y, ...more]),
    x: train.x.map(({ name, values }, i) => ({
      name,
      values: Float64Array.from([...values, ...(x[i]?.values ?? more)]),
    })),
    index: { ...train.index, at: Float64Array.from([...train.index.at, ...(await labelsAfter(train, n, steps))]) },
  };
}

async function labelsAfter({ index, frequency }: Training, n: number, steps: number): Promise<number[]> {
  const ahead = Array.from({ length: steps }, (_, i) => i + 1);
  const last = index.at[n - 1];
  // Without a spacing nothing that reads labels can act; those that count rows still can.
  if (frequency === null) return ahead.map((h) => last + h);
  const grid = gridOf(frequency, last, await zoneOf(index.tz));
  return ahead.map((h) => grid.labelAt(h));
}

/** What the steps found. */
export function describeColumnPipeline(state: ColumnState, params: ColumnParams): Description {
  const { before, inner } = partsOf(params);
  const found = describePart(inner.spec, state.inner);
  const { dropped } = state;
  const rows = dropped === 1 ? "row has" : `${dropped} rows have`;
  const warning = `the first ${rows} no value in every explaining column and ${dropped === 1 ? "is" : "are"} left out`;
  return {
    ...found,
    model: [...before.map(({ spec }) => printSpec(spec, 4)), found.model].join(" ** "),
    warnings: [...found.warnings, ...(dropped > 0 ? [warning] : [])],
  };
}
