import assert from "node:assert/strict";
import { runCli, runJson } from "./run.ts";

/** One step of a forecast. */
export interface Step {
  time: string;
  step: number;
  point: number;
  intervals: { coverage: number; lower: number; upper: number }[];
}

/** What a forecast says. */
export interface Predicted {
  model_handle: string;
  forecast_handle: string;
  model: string;
  period: number;
  n_steps: number;
  rows: Step[];
  rows_dropped: number;
  pi_method: string;
  warnings: string[];
}

/** What an evaluation says. */
export interface Evaluated {
  n_folds: number;
  horizon: number;
  n_predictions: number;
  metrics: Record<string, number | string | null>;
  folds: { cutoff: string; n_test: number }[];
  per_step: { step: number; metrics: Record<string, number> }[];
  baselines: { name: string; metrics: Record<string, number> | null; skill?: Record<string, number> }[];
  realised_coverage: number | null;
  warnings: string[];
}

/** The evidence of a call; fails where it is anything else. */
export async function evidenceOf<T = Record<string, unknown>>(...argv: string[]): Promise<T> {
  const { exit, document, stderr } = await runJson(argv);
  assert.equal(exit, 0, stderr);
  return document as T;
}

/** The intervals as the model has them, not widened: those that have a closed form. */
export const forecastOf = (source: string, spec: string, ...more: string[]) =>
  evidenceOf<Predicted>("forecast", "predict", source, "--spec", spec, "--calibration", "none", ...more);

/** An evaluation of a specification. */
export const evaluationOf = (source: string, spec: string, ...more: string[]) =>
  evidenceOf<Evaluated>("forecast", "evaluate", source, "--spec", spec, ...more);

/** The handle of a file loaded with flags. */
export async function loaded(...argv: string[]): Promise<string> {
  return (await evidenceOf<{ handle: string }>("data", "load", ...argv)).handle;
}

/** Asserts a refusal by its name and cause; returns its details. */
export async function refusedAs(name: string, cause: RegExp, ...argv: string[]): Promise<Record<string, unknown>> {
  const { exit, document, stderr } = await runJson(argv);
  assert.equal(exit, 3, `${stderr}${JSON.stringify(document).slice(0, 300)}`);
  assert.equal(document.error_type, name, String(document.cause));
  assert.match(String(document.cause), cause);
  return document.details as Record<string, unknown>;
}

/** Asserts a bad call by its line. */
export async function wrongCall(line: RegExp, ...argv: string[]): Promise<void> {
  const { exit, stderr } = await runCli(argv);
  assert.equal(exit, 2, stderr);
  assert.match(stderr, line);
}

/** A file of values at dates: `d,y`. */
export function dated(dates: string[], values: (number | string)[] = dates.map((_, i) => i + 1)): string {
  return `d,y\n${dates.map((date, i) => `${date},${values[i]}`).join("\n")}\n`;
}

/** A file of values without labels. */
export function bare(values: (number | string)[]): string {
  return `y\n${values.map((value) => (value === "" ? '""' : value)).join("\n")}\n`;
}

/** Months as YYYY-MM from a first one. */
export function months(first: string, n: number): string[] {
  const [year, month] = first.split("-").map(Number);
  return Array.from({ length: n }, (_, i) => {
    const at = year * 12 + month - 1 + i;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
  });
}
