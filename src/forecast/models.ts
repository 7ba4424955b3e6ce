import type { Ctx } from "../contract/context.ts";
import { BadCall, refusal } from "../contract/outcome.ts";
import type { Zone } from "../series/calendar.ts";
import type { SeriesData } from "../series/dataset/dataset.ts";
import { requireSeries } from "../series/dataset/require.ts";
import { zoneOf } from "../series/dataset/zone-of.ts";
import { appendRows } from "./append-rows.ts";
import { cautionsOf } from "./cautions.ts";
import { clockCautions } from "./clock-cautions.ts";
import type { Work } from "./component.ts";
import { describeFitted, type Fitted, fitSpec, trainingFor, updateFitted } from "./engine.ts";
import { decodeModel, type ModelFile } from "./model-file.ts";
import { decodeState, encodeState } from "./model-state.ts";
import { printSpec } from "./spec/print-spec.ts";
import { readSpec } from "./spec/resolve-spec.ts";
import type { ComponentSpec } from "./spec/spec.ts";

/** A model that has learned, and from what. */
export interface Model {
  handle: string;
  /** The specification as it prints. */
  spec: string;
  fitted: Fitted;
  /** The rows it has seen, in order. */
  data: SeriesData;
  zone: Zone | null;
  /** Explaining columns that the forecaster takes; none where it takes none. */
  x: string[];
  warnings: string[];
}

/** The specification that stands for the best we know; see forecasters/auto.ts. */
export const DEFAULT_SPEC = "Auto()";

/** What a `fit_` handle stands for. */
type FitRecipe =
  | { op: "fit"; spec: string; of: string }
  | { op: "update"; of: string; data: string; anew: boolean }
  | { op: "model"; sha256: string };

/** Ends a kept state's name: what a version computes, another one may compute otherwise. */
const kept = (ctx: Ctx) => `model-${ctx.version}`;

/** What long work of a call uses. */
export function workOf(ctx: Ctx): Work {
  return { tick: ctx.tick, progress: ctx.progress };
}

/** The specification that a text is, or that an `est_` handle stands for. BadCall for a handle of another kind. */
export async function specOf(ctx: Ctx, text: string): Promise<ComponentSpec> {
  if (/^est_[0-9a-f]{12}$/.test(text)) {
    const recipe = await (await ctx.store()).recipe(text);
    return readSpec(String(recipe.spec));
  }
  if (/^[a-z]+_[0-9a-f]{12}$/.test(text))
    throw new BadCall(`spec: '${text}' is no handle of a specification; those start with est_`);
  return readSpec(text);
}

/** Keeps a specification; returns its `est_` handle. */
export async function putSpec(ctx: Ctx, spec: ComponentSpec): Promise<string> {
  return (await ctx.store()).put("est", { op: "spec", spec: printSpec(spec) });
}

/**
 * The model that is meant: a `fit_` handle, or data (`data_…`, demo:NAME, a file) with a specification, which is fitted
 * or found in the store. Refuses NotFitted for a specification without data, and what reading and fitting refuse.
 */
export async function openModel(ctx: Ctx, source: string, spec: string | undefined): Promise<Model> {
  if (/^est_[0-9a-f]{12}$/.test(source)) throw notFitted(source);
  if (!/^fit_[0-9a-f]{12}$/.test(source))
    return fitModel(ctx, requireSeries(await ctx.data(source)), await specOf(ctx, spec ?? DEFAULT_SPEC));
  if (spec !== undefined)
    throw new BadCall(`spec: '${source}' is a fitted model and has its specification; leave --spec out`);
  return openFit(ctx, source);
}

/** Fits a specification to a series, or finds that fit in the store. */
export async function fitModel(ctx: Ctx, data: SeriesData, spec: ComponentSpec): Promise<Model> {
  const zone = await zoneOf(data.index.tz);
  const { train, warnings, x } = trainingFor(spec, data, zone);
  const recipe: FitRecipe = { op: "fit", spec: printSpec(spec), of: data.handle };
  const state = await keptState(ctx, recipe, async () => {
    // Estimates know no share that is done: a bar that stands says at least what is going on.
    ctx.progress(0, 1, `fitting ${recipe.spec} to ${train.y.length} rows`);
    return (await fitSpec(spec, train, workOf(ctx))).state;
  });
  const fitted = { spec, state: state.value };
  const found = describeFitted(fitted);
  warnings.push(...cautionsOf(fitted, found, train), ...clockCautions(data, zone, found.period, null));
  return { handle: state.handle, spec: recipe.spec, fitted, data, zone, x, warnings };
}

/** The model of a `fit_` handle. Refuses UnknownHandle and DataChanged. */
export async function openFit(ctx: Ctx, handle: string): Promise<Model> {
  const recipe = (await (await ctx.store()).recipe(handle)) as unknown as FitRecipe;
  if (recipe.op === "fit") return fitModel(ctx, requireSeries(await ctx.data(recipe.of)), await readSpec(recipe.spec));
  if (recipe.op === "model") return openKeptModel(ctx, handle, recipe.sha256);
  const before = await openFit(ctx, recipe.of);
  return (await updateModel(ctx, before, requireSeries(await ctx.data(recipe.data)), recipe.anew)).model;
}

/**
 * A model after more rows: those of `more` after the last row that it has seen. `anew` estimates again, else the states
 * move alone where the forecaster can. Refuses IrregularIndex where the rows do not go on, SeriesTooShort where none is new.
 */
export async function updateModel(
  ctx: Ctx,
  model: Model,
  more: SeriesData,
  anew: boolean,
): Promise<{ model: Model; added: number; known: number }> {
  const { data, added, known } = appendRows(model.data, more, model.x, model.zone);
  const { train, warnings, x } = trainingFor(model.fitted.spec, data, model.zone);
  const recipe: FitRecipe = { op: "update", of: model.handle, data: more.handle, anew };
  const { handle, value } = await keptState(ctx, recipe, async () => {
    ctx.progress(0, 1, `updating ${model.spec} with ${added} rows`);
    return (await updateFitted(model.fitted, train, added, anew, workOf(ctx))).state;
  });
  const fitted = { spec: model.fitted.spec, state: value };
  const found = describeFitted(fitted);
  warnings.push(...cautionsOf(fitted, found, train), ...clockCautions(data, model.zone, found.period, null));
  return { model: { ...model, handle, fitted, data: { ...data, label: handle }, x, warnings }, added, known };
}

/** Keeps the text of a model file and returns the model in it; see model-file.ts for what it refuses. */
export async function keepModel(ctx: Ctx, text: string, path: string): Promise<{ model: Model; version: string }> {
  const file = decodeModel(text, path);
  ctx.distrust(path);
  const store = await ctx.store();
  const digest = await store.putContent(Buffer.from(text));
  const model = await modelOf(file, await store.put("fit", { op: "model", sha256: digest }));
  return { model, version: file.version };
}

async function openKeptModel(ctx: Ctx, handle: string, sha256: string): Promise<Model> {
  const store = await ctx.store();
  const bytes = await store.content(sha256);
  if (bytes === null) {
    const remedy = "load the model's file again with 'liquet forecast load-model'";
    throw refusal("UnknownHandle", `${handle}: the content of this model is no longer in the store; ${remedy}`, {
      check: "content",
      observed: null,
      required: sha256,
      remedy,
    });
  }
  ctx.distrust(handle);
  return modelOf(decodeModel(Buffer.from(bytes).toString("utf8"), handle), handle);
}

async function modelOf(file: ModelFile, handle: string): Promise<Model> {
  const spec = await readSpec(file.spec);
  return {
    handle,
    spec: file.spec,
    fitted: { spec, state: file.state },
    data: { ...file.data, handle, label: handle },
    zone: await zoneOf(file.data.index.tz),
    x: file.x,
    warnings: [],
  };
}

/** A state by its recipe: found, or computed and kept. What is refused gets no handle. */
async function keptState(ctx: Ctx, recipe: FitRecipe, compute: () => Promise<unknown>) {
  const store = await ctx.store();
  const plain = recipe as unknown as Parameters<typeof store.put>[1];
  const handle = store.handleOf("fit", plain);
  const bytes = await store.result(handle, kept(ctx), async () => encodeState(await compute()));
  try {
    await store.put("fit", plain);
  } catch (error) {
    // A store that cannot be written still answers one-off calls.
    if (!(error instanceof BadCall)) throw error;
  }
  return { handle, value: decodeState(bytes) };
}

function notFitted(handle: string): Error {
  const remedy = `fit it first: liquet forecast fit DATA --spec ${handle}`;
  return refusal("NotFitted", `${handle}: is a specification that has learned from no data; ${remedy}`, {
    check: "fitted",
    observed: "est",
    required: "fit",
    remedy,
  });
}
