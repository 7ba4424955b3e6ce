import { BadCall, refusal } from "../../contract/outcome.ts";
import { fillMissing } from "../../series/dataset/fill.ts";
import type { Work } from "../component.ts";
import { forecasterOf } from "../engine.ts";
import type { ComponentSpec } from "../spec/spec.ts";
import { firstRows, rowsOf, type Training } from "../training.ts";
import { drawing, fillFromBefore, fillNearest, held, meanOf, medianOf, onLine } from "../transform/fill.ts";
import { fitPart, predictPart } from "./parts.ts";

/** How holes are filled. */
export const IMPUTER_METHODS = [
  "drift",
  "linear",
  "nearest",
  "constant",
  "mean",
  "median",
  "bfill",
  "backfill",
  "ffill",
  "pad",
  "random",
  "forecaster",
] as const;

/** What an imputer is told. */
export interface ImputerParams {
  method: (typeof IMPUTER_METHODS)[number];
  random_state: number | null;
  value: number | null;
  forecaster: ComponentSpec | null;
  missing_values: number | number[] | null;
  causal: boolean;
}

/** Rows without holes. */
export interface FilledRows {
  filled: Training;
  /** Rows that were filled, counted from the first of the series. */
  rows: number[];
  /** Rows at the start that nothing stands before. */
  n_dropped: number;
  /** Whether later rows had a part in it. */
  ahead: boolean;
}

/**
 * Fills holes; rows at the start that nothing can be made of are dropped. Refuses MissingValues where no value is known.
 * BadCall where a method lacks its value or its forecaster.
 */
export async function fillRows(train: Training, params: ImputerParams, work: Work): Promise<FilledRows> {
  const holes = withHoles(train, params.missing_values);
  if (holes.y.every(Number.isNaN)) throw allMissing(holes);
  const y = await filledBy(holes, params, work);
  const from = y.findIndex((value) => !Number.isNaN(value));
  const rows = Array.from(holes.y.entries()).flatMap(([t, value]) =>
    Number.isNaN(value) && t >= from ? [train.first + t] : [],
  );
  return { filled: rowsOf({ ...holes, y }, from, y.length), rows, n_dropped: from, ahead: looksAhead(params) };
}

function looksAhead({ method, causal }: ImputerParams): boolean {
  return (
    ["linear", "nearest", "bfill", "backfill"].includes(method) ||
    (!causal && !["constant", "ffill", "pad"].includes(method))
  );
}

function withHoles(train: Training, missing: ImputerParams["missing_values"]): Training {
  if (missing === null) return train;
  const standing = new Set(typeof missing === "number" ? [missing] : missing);
  return { ...train, y: train.y.map((value) => (standing.has(value) ? Number.NaN : value)) };
}

async function filledBy(train: Training, params: ImputerParams, work: Work): Promise<Float64Array> {
  const { y } = train;
  const { method, causal, value } = params;
  if (method === "constant") {
    if (value === null) throw new BadCall("spec: Imputer: method 'constant' needs value");
    return fillMissing(y, "constant", value).values;
  }
  if (method === "forecaster") return byForecaster(train, params, work);
  if (method === "ffill" || method === "pad") return causal ? held(y) : bothEnds(held(y));
  if (method === "bfill" || method === "backfill") return bothEnds(fillMissing(y, "bfill", 0).values);
  if (method === "linear") return bothEnds(fillMissing(y, "linear", 0).values);
  if (method === "nearest") return fillNearest(y);
  const maker = makerOf(params);
  if (causal) return fillFromBefore(y, maker);
  const all = knownOf(y);
  return y.map((each, row) => (Number.isNaN(each) ? maker(all, row) : each));
}

function makerOf({ method, random_state }: ImputerParams) {
  type Known = { rows: number[]; values: number[] };
  if (method === "drift") return onLine;
  if (method === "mean") return ({ values }: Known) => meanOf(values);
  if (method === "median") return ({ values }: Known) => medianOf(values);
  const draw = drawing(random_state ?? 0);
  return ({ values }: Known) => draw(values);
}

function knownOf(y: Float64Array): { rows: number[]; values: number[] } {
  const rows = Array.from(y.keys()).filter((row) => !Number.isNaN(y[row]));
  return { rows, values: rows.map((row) => y[row]) };
}

/** What is left at the ends repeats the nearest known value. */
function bothEnds(y: Float64Array): Float64Array {
  return fillMissing(fillMissing(y, "ffill", 0).values, "bfill", 0).values;
}

/** Each hole forecast from the rows before it, filled ones among them; too few before it leave it to the line. */
async function byForecaster(train: Training, { forecaster }: ImputerParams, work: Work): Promise<Float64Array> {
  if (forecaster === null) throw new BadCall("spec: Imputer: method 'forecaster' needs forecaster");
  const y = fillFromBefore(train.y, () => Number.NaN);
  const start = y.findIndex((value) => !Number.isNaN(value));
  for (let t = start; t < y.length; t++) {
    if (!Number.isNaN(y[t])) continue;
    let end = t;
    while (end < y.length && Number.isNaN(y[end])) end++;
    const before = rowsOf(firstRows({ ...train, y, x: [] }, t), start, t);
    const made = await forecastHole(forecaster, before, end - t, work);
    y.set(made, t);
  }
  return y;
}

async function forecastHole(spec: ComponentSpec, before: Training, length: number, work: Work): Promise<Float64Array> {
  const steps = Array.from({ length }, (_, i) => i + 1);
  const n = before.y.length;
  if (n < forecasterOf(spec).minLength(spec.params, before)) {
    const known = knownOf(before.y);
    return Float64Array.from(steps, (h) => onLine(known, n - 1 + h));
  }
  const state = await fitPart(spec, before, work);
  return (await predictPart(spec, state, { label: before.label, steps, x: [], points_only: true }, work)).point;
}

function allMissing({ label, y }: Training): Error {
  const remedy = "give at least one value";
  return refusal(
    "MissingValues",
    `${label}: all of ${y.length} values are missing, so nothing can fill them; ${remedy}`,
    {
      check: "known_values",
      observed: 0,
      required: 1,
      remedy,
    },
  );
}
