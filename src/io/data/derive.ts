import { refusal } from "../../contract/outcome.ts";
import { type Data, type SeriesData, sliceSeries } from "../../series/dataset/dataset.ts";
import { type Change, formatSeries } from "../../series/dataset/format-series.ts";
import { parseFrequency } from "../../series/dataset/frequency-text.ts";
import { toCivil } from "../../series/dataset/grid.ts";
import { requireSeries } from "../../series/dataset/require.ts";
import { invertValues, transformValues } from "../../series/dataset/value-transforms.ts";
import { zoneOf } from "../../series/dataset/zone-of.ts";
import type { DataRecipe, FormatRecipe, InvertRecipe, SplitRecipe, ValueRecipe } from "./recipe.ts";

/** A recipe that builds on another handle. */
export type DerivedRecipe = SplitRecipe | FormatRecipe | ValueRecipe | InvertRecipe;

/** How a recipe's parent is found. */
export interface Parents {
  data(handle: string): Promise<Data>;
  recipe(handle: string): Promise<DataRecipe>;
}

/** Computes what a derived recipe stands for, and what putting rows in order changed. */
export async function derive(
  recipe: DerivedRecipe,
  parents: Parents,
): Promise<{ data: SeriesData; changes: Change[] }> {
  const from = requireSeries(await parents.data(recipe.of));
  if (recipe.op === "split") {
    const cut = from.y.values.length - recipe.n_test;
    const data = recipe.part === "train" ? sliceSeries(from, 0, cut) : sliceSeries(from, cut, from.y.values.length);
    return { data, changes: [] };
  }
  if (recipe.op === "transform") return { data: transformValues(from, recipe), changes: [] };
  if (recipe.op === "invert") return { data: await invert(recipe, from, parents), changes: [] };
  const zone = await zoneOf(from.index.tz);
  const numeric = from.index.kind === "number" || from.index.kind === "position";
  const stated =
    recipe.frequency === null ? null : parseFrequency(recipe.frequency, numeric ? 0 : toCivil(from.index.at[0], zone));
  return formatSeries(from, { ...recipe, frequency: stated ?? null }, zone);
}

async function invert({ of }: InvertRecipe, made: SeriesData, parents: Parents): Promise<SeriesData> {
  const recipe = await parents.recipe(of);
  if (recipe.op !== "transform") throw notReversible(of, recipe.op);
  return invertValues(made, requireSeries(await parents.data(recipe.of)), recipe);
}

function notReversible(handle: string, op: string): Error {
  const remedy = "name a handle that log, difference or standardize made";
  return refusal("NotReversible", `${handle}: was made by ${op}, which has no inverse; ${remedy}`, {
    check: "reversible",
    observed: op,
    required: "transform",
    remedy,
  });
}
