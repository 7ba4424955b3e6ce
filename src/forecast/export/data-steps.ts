import { BadCall } from "../../contract/outcome.ts";
import { generatedRef } from "../../series/demos/generators.ts";
import type { Recipe, Store } from "../../store/store.ts";

/** How data come about, as calls of liquet. */
export interface DataSteps {
  /** What the forecast call names: `demo:NAME` or a handle, which the calls make. */
  ref: string;
  /** Calls in order, without the leading `liquet`. `FILE` is the file's path, which is an argument of the program. */
  calls: string[][];
  /** The name of the file the data were read from; null for a demo. */
  file: string | null;
  /** How that file is read; null for a demo. */
  load: LoadRecipe | null;
}

/** Stands for the file's path in a call. */
export const FILE = "{FILE}";
/** Stands for the path of the future explaining columns. */
export const FUTURE = "{FUTURE}";

/** The calls that make the data of a handle from their file. BadCall for rows that were given inline. */
export async function dataSteps(store: Store, handle: string): Promise<DataSteps> {
  const recipe = await store.recipe(handle);
  if (recipe.op === "demo") return { ref: `demo:${recipe.name}`, calls: [], file: null, load: null };
  if (recipe.op === "generated") {
    const ref = generatedRef(String(recipe.name), recipe.parameters as Record<string, number>);
    return { ref, calls: [], file: null, load: null };
  }
  if (recipe.op === "load") return loadSteps(store, handle, recipe as unknown as LoadRecipe);
  const before = await dataSteps(store, String(recipe.of));
  return { ...before, ref: handle, calls: [...before.calls, derivedCall(before.ref, recipe)] };
}

type TextOption = "sep" | "decimal" | "thousands" | "encoding" | "sheet" | "timestamp_format" | "timestamp_unit" | "tz";

/** The parts of a load's recipe that a program repeats. */
export interface LoadRecipe {
  content: { sha256: string; format: string };
  read: Partial<Record<TextOption, string>> & { na?: string[]; dayfirst?: boolean };
  columns: { time: string | null; target: string | null; exog: string[] };
  frequency: string | null;
}

async function loadSteps(store: Store, handle: string, recipe: LoadRecipe): Promise<DataSteps> {
  const seen = (await store.notes(recipe.content.sha256)).map((note) => (note as { path?: unknown } | null)?.path);
  const path = seen.find((each) => typeof each === "string");
  if (typeof path !== "string")
    throw new BadCall(`source: the rows behind ${handle} were given inline; save them first with 'liquet data save'`);
  const { time, target, exog } = recipe.columns;
  const stated = {
    format: recipe.content.format,
    time_column: time,
    target_column: target,
    exog_columns: exog,
    frequency: recipe.frequency,
    ...recipe.read,
  };
  return {
    ref: handle,
    calls: [["data", "load", FILE, ...flags(stated)]],
    // The name alone: where the file lies is the machine's own affair.
    file: path.split(/[\\/]/).pop() ?? path,
    load: recipe,
  };
}

function derivedCall(of: string, recipe: Recipe): string[] {
  if (recipe.op === "split") return ["data", "split", of, ...flags({ fh: recipe.n_test })];
  if (recipe.op === "invert") return ["data", "transform", of, ...flags({ action: "invert" })];
  const { op: _op, of: _of, ...rest } = recipe;
  if (recipe.op === "transform") return ["data", "transform", of, ...flags(rest)];
  const { regular, fill, frequency, ...rules } = rest;
  return [
    "data",
    "transform",
    of,
    ...flags({
      action: "format",
      ...rules,
      frequency,
      auto_infer_freq: frequency === null ? regular : undefined,
      fill_missing: fill !== null,
      method: fill,
    }),
  ];
}

/** Options as words: lists are repeated, false is --no-…, null and undefined are left out. */
export function flags(options: Record<string, unknown>): string[] {
  return Object.entries(options).flatMap(([key, value]) => {
    const name = key.replaceAll("_", "-");
    if (value === null || value === undefined) return [];
    if (typeof value === "boolean") return [value ? `--${name}` : `--no-${name}`];
    return [value].flat().flatMap((each) => [`--${name}`, String(each)]);
  });
}
