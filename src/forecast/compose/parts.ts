import { BadCall } from "../../contract/outcome.ts";
import type { NumberColumn } from "../../series/dataset/dataset.ts";
import type { Description, Tags, Transformer, Work } from "../component.ts";
import {
  describeFitted,
  fitSpec,
  forecasterOf,
  predictFitted,
  tagsOf,
  takesColumns,
  toleratesMissing,
} from "../engine.ts";
import type { Ask, Predictive } from "../predictive.ts";
import { seriesTooShort } from "../refusals.ts";
import { requireKnown } from "../require-known.ts";
import { printSpec } from "../spec/print-spec.ts";
import { type ComponentSpec, TYPE_WORDS } from "../spec/spec.ts";
import type { Training } from "../training.ts";

/** Fits the forecaster of a composition; columns that it does not take are left out. Refuses MissingValues where y has some that it does not understand. */
export async function fitPart(spec: ComponentSpec, train: Training, work: Work): Promise<unknown> {
  return (await fitSpec(spec, takesColumns(spec) ? train : { ...train, x: [] }, work)).state;
}

/** Predictions of a fitted part. */
export function predictPart(spec: ComponentSpec, state: unknown, ask: Ask, work: Work): Promise<Predictive> {
  return predictFitted({ spec, state }, takesColumns(spec) ? ask : { ...ask, x: [] }, work);
}

/** What a fitted part found. */
export function describePart(spec: ComponentSpec, state: unknown): Description {
  return describeFitted({ spec, state });
}

/** What a composition can do: a thing that any part can (`any`), and things that every part can. */
export function tagsOfParts(parts: ComponentSpec[]): Tags {
  const tags = parts.map(tagsOf);
  return {
    "capability:pred_int": tags.every((each) => each["capability:pred_int"]),
    "capability:exogenous": tags.some((each) => each["capability:exogenous"]),
    "capability:missing_values": tags.every((each) => each["capability:missing_values"]),
    "capability:update": tags.every((each) => each["capability:update"]),
    "capability:forecasts_exogenous": tags.some((each) => each["capability:forecasts_exogenous"]),
  };
}

/** The transformer behind a specification. BadCall where it is something else. */
export function transformerOf({ component }: ComponentSpec): Transformer {
  if (component.object_type === "transformer") return component as Transformer;
  throw new BadCall(`spec: ${component.name} is ${TYPE_WORDS[component.object_type]}, and a transformer is needed`);
}

/** Fits a transformer to the rows. Refuses SeriesTooShort, MissingValues, and what the transformer refuses. */
export async function fitTransformer(spec: ComponentSpec, train: Training, work: Work): Promise<unknown> {
  const component = transformerOf(spec);
  if (component.tags["capability:missing_values"] !== true) requireKnown(spec, train);
  const needed = component.minLength(spec.params, train);
  if (train.y.length < needed) throw seriesTooShort(train.label, train.y.length, needed, printSpec(spec));
  return component.fit(train, spec.params, work);
}

/** The state of a fitted forecaster after `added` more rows; one that cannot move its states is fitted again. */
export async function movePart(
  spec: ComponentSpec,
  state: unknown,
  train: Training,
  added: number,
  work: Work,
): Promise<unknown> {
  const component = forecasterOf(spec);
  if (component.update === undefined) return fitPart(spec, train, work);
  if (!toleratesMissing(spec)) requireKnown(spec, train);
  return component.update(state, takesColumns(spec) ? train : { ...train, x: [] }, spec.params, added, work);
}

/** The state of a fitted transformer after more rows; null where it has to be fitted again. */
export async function moveTransformer(
  spec: ComponentSpec,
  state: unknown,
  train: Training,
  work: Work,
): Promise<unknown> {
  const component = transformerOf(spec);
  if (component.tags["capability:missing_values"] !== true) requireKnown(spec, train);
  return (await component.update?.(state, spec.params, train, work)) ?? null;
}

/** Columns by name; a name that stands twice gets the place it was found at. */
export function distinctColumns(columns: NumberColumn[]): NumberColumn[] {
  const seen = new Map<string, number>();
  return columns.map((column) => {
    const n = (seen.get(column.name) ?? 0) + 1;
    seen.set(column.name, n);
    return n === 1 ? column : { ...column, name: `${column.name}_${n}` };
  });
}
