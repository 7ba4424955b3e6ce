import { didYouMean } from "../../contract/closest.ts";
import { isHandle, kindOf } from "../../contract/handle.ts";
import { BadCall, Refusal } from "../../contract/outcome.ts";
import { dataDigest } from "../../series/dataset/data-digest.ts";
import type { Data } from "../../series/dataset/dataset.ts";
import { describeChange } from "../../series/dataset/describe-change.ts";
import type { Change } from "../../series/dataset/format-series.ts";
import type { Recipe, Store } from "../../store/store.ts";
import { decodeData, encodeData, type LoadFacts } from "./codec.ts";
import { type ContentWorld, contentOf, stampOf } from "./content.ts";
import { type DerivedRecipe, derive } from "./derive.ts";
import { findContent } from "./find-content.ts";
import { type Loaded, loadTable, requestOf, withFrequency } from "./load.ts";
import type { DataRecipe, GeneratedRecipe, LoadRecipe } from "./recipe.ts";
import type { LoadRequest } from "./request.ts";

/** Data with what made them. */
export interface OpenedData {
  data: Data;
  recipe: DataRecipe;
  facts: LoadFacts;
  /** What a format step changed. */
  changes: Change[];
}

export interface DataWorld extends ContentWorld {
  store: Store;
}

const NO_FACTS: LoadFacts = { unused: [], offsets: [] };
/** The name of kept data: it changes when reading or writing them does. */
const KEPT = "data.2";

/**
 * Opens what a reference names: a `data_` handle, `demo:NAME`, or a source of content (see `contentOf`), which is read
 * as the request says. What was read gets its handle, and its recipe is kept. `as` is for files: a handle and a demo
 * have their layout, and a handle's file is read anew only when the request says more than it, or another layout.
 */
export async function openData(ref: string | null, request: LoadRequest, world: DataWorld): Promise<OpenedData> {
  const asked = Object.entries(request).some(([key, value]) => key !== "as" && isGiven(value));
  if (ref !== null && isHandle(ref)) {
    const recipe = await recipeOf(ref, world.store);
    const other = recipe.op === "load" && request.as !== undefined && request.as !== recipe.as;
    return asked || other ? reload(ref, request, world) : openHandle(ref, world);
  }
  if (ref !== null && /^demo:/i.test(ref)) {
    if (asked) throw new BadCall(`source: '${ref}' has no options; leave them out`);
    return openDemo(ref, world);
  }
  if (ref !== null && /^gen:/i.test(ref)) {
    if (asked) throw new BadCall(`source: '${ref}' has no options but its own; leave them out`);
    return openGenerated(ref, world);
  }
  const content = await contentOf(ref, request, world.store, world);
  const stamp = stampOf(content.path);
  const label = ref ?? "data";
  const loaded = await loadTable({ ...content, file: content.label, label }, request, world);
  if (stampOf(content.path) !== stamp) throw new BadCall(`'${label}' was written to while it was read; try again`);
  return keep(loaded, world.store);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** Opens a handle. Refuses UnknownHandle and DataChanged. */
export async function openHandle(handle: string, world: DataWorld): Promise<OpenedData> {
  const recipe = await recipeOf(handle, world.store);
  if (recipe.op === "load") return openLoaded(handle, recipe, world);
  if (recipe.op === "demo") return { ...(await openDemo(`demo:${recipe.name}`, world)), recipe };
  if (recipe.op === "generated") return { ...(await generated(recipe, world)), recipe };
  return openDerived(handle, recipe, world);
}

/** Keeps a derived recipe and computes it. */
export async function deriveData(recipe: DerivedRecipe, world: DataWorld): Promise<OpenedData> {
  // Computed first: what is refused gets no handle.
  const { data, changes } = await derive(recipe, parentsIn(world));
  const handle = await handleFor(recipe, world.store);
  return { data: { ...data, handle, label: handle }, recipe, facts: NO_FACTS, changes };
}

async function openDerived(handle: string, recipe: DerivedRecipe, world: DataWorld): Promise<OpenedData> {
  const { data, changes } = await derive(recipe, parentsIn(world));
  return { data: { ...data, handle, label: handle }, recipe, facts: NO_FACTS, changes };
}

function parentsIn(world: DataWorld) {
  return {
    data: async (handle: string) => (await openHandle(handle, world)).data,
    recipe: (handle: string) => recipeOf(handle, world.store),
  };
}

async function openLoaded(handle: string, recipe: LoadRecipe, world: DataWorld): Promise<OpenedData> {
  const describe = (changed: string) => differences(handle, recipe, changed, world);
  const { path, label } = await findContent(handle, recipe, world.store, world, describe);
  const bytes = await world.store.result(handle, KEPT, async () => {
    const { data, facts } = await loadTable(
      { ...recipe.content, path, file: label, label: handle },
      requestOf(recipe),
      world,
    );
    return encodeData(data, facts);
  });
  const { data, facts } = decodeData(bytes);
  return { data: { ...data, handle, label: handle }, recipe, facts, changes: [] };
}

/** How a changed file differs from the rows that were kept of it; nothing where none were kept or it no longer reads. */
async function differences(handle: string, recipe: LoadRecipe, path: string, world: DataWorld) {
  try {
    const kept = await world.store.result(handle, KEPT, async () => {
      throw NOT_KEPT;
    });
    const source = { ...recipe.content, path, file: path, label: handle };
    const { data } = await loadTable(source, requestOf(recipe), world);
    return describeChange(decodeData(kept).data, data);
  } catch (error) {
    if (error === NOT_KEPT || error instanceof Refusal || error instanceof BadCall) return {};
    throw error;
  }
}

const NOT_KEPT = new Error("nothing was kept");

/** The content of a loaded handle, read in another way. */
async function reload(handle: string, request: LoadRequest, world: DataWorld): Promise<OpenedData> {
  const recipe = await recipeOf(handle, world.store);
  if (recipe.op !== "load" || request.data !== undefined) {
    throw new BadCall(`source: '${handle}' was not read from a file, so options of reading do not apply to it`);
  }
  const { path, label } = await findContent(handle, recipe, world.store, world);
  return keep(await loadTable({ ...recipe.content, path, file: label, label: handle }, request, world), world.store);
}

async function keep({ data, facts, recipe }: Loaded, store: Store): Promise<OpenedData> {
  const handle = await handleFor(recipe, store);
  await store.result(handle, KEPT, async () => encodeData(data, facts));
  return { data: { ...data, handle }, recipe, facts, changes: [] };
}

async function openDemo(ref: string, { store }: DataWorld): Promise<OpenedData> {
  const [{ findDemo, DEMO_NAMES }, { demoColumns }] = await Promise.all([
    import("../../series/demos/catalogue.ts"),
    import("../../series/demos/demo.ts"),
  ]);
  const name = ref.slice(ref.indexOf(":") + 1);
  const demo = findDemo(name);
  if (demo === null)
    throw new BadCall(`demo: no data set is named '${name}'${didYouMean(name, DEMO_NAMES)}; see 'liquet data list'`);
  const data: Data =
    "curves" in demo
      ? { layout: "curves", label: ref, handle: "", curves: demo.curves(), shared_grid: true }
      : await withFrequency(
          { layout: "series", label: ref, handle: "", ...demoColumns(demo), frequency: null, filled: null },
          undefined,
        );
  const recipe: DataRecipe = { op: "demo", name: demo.name, sha256: dataDigest(data) };
  return { data: { ...data, handle: await handleFor(recipe, store) }, recipe, facts: NO_FACTS, changes: [] };
}

/** A series that `gen:NAME(n=…, seed=…)` makes. */
async function openGenerated(ref: string, world: DataWorld): Promise<OpenedData> {
  const { readGenerated } = await import("../../series/demos/generators.ts");
  return generated(readGenerated(ref), world, ref);
}

type Generated = Pick<GeneratedRecipe, "name" | "parameters">;

async function generated({ name, parameters }: Generated, { store }: DataWorld, ref?: string): Promise<OpenedData> {
  const { generate, generatedRef } = await import("../../series/demos/generators.ts");
  const label = ref ?? generatedRef(name, parameters);
  const rows = { layout: "series" as const, label, handle: "", ...generate(name, parameters) };
  const data = await withFrequency({ ...rows, frequency: null, filled: null }, undefined);
  const recipe: DataRecipe = { op: "generated", name, parameters, sha256: dataDigest(data) };
  return { data: { ...data, handle: await handleFor(recipe, store) }, recipe, facts: NO_FACTS, changes: [] };
}

async function recipeOf(handle: string, store: Store): Promise<DataRecipe> {
  if (kindOf(handle) !== "data") throw new BadCall(`'${handle}' is no handle of data; those start with data_`);
  return (await store.recipe(handle)) as unknown as DataRecipe;
}

/** The handle of a recipe; a store that cannot be written still names it, so that one-off calls work anywhere. */
async function handleFor(recipe: DataRecipe, store: Store): Promise<string> {
  const plain = recipe as unknown as Recipe;
  try {
    return await store.put("data", plain);
  } catch (error) {
    if (!(error instanceof BadCall)) throw error;
    return store.handleOf("data", plain);
  }
}
