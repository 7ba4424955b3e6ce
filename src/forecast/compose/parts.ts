import { BadCall, refusal } from "../../contract/outcome.ts";
import type { NumberColumn } from "../../series/dataset/dataset.ts";
import { labelText } from "../../series/dataset/index-label.ts";
import type { Description, Tags, Transformer, Work } from "../component.ts";
import { describeFitted, fitSpec, predictFitted, tagsOf, takesColumns, toleratesMissing } from "../engine.ts";
import type { Ask, Predictive } from "../predictive.ts";
import { seriesTooShort } from "../refusals.ts";
import { printSpec } from "../spec/print-spec.ts";
import { type ComponentSpec, TYPE_WORDS } from "../spec/spec.ts";
import type { Training } from "../training.ts";

/** Fits the forecaster of a composition; columns that it does not take are left out. Refuses MissingValues where y has some that it does not understand. */
export async function fitPart(spec: ComponentSpec, train: Training, work: Work): Promise<unknown> {
  requireKnown(spec, train, toleratesMissing(spec));
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
  requireKnown(spec, train, component.tags["capability:missing_values"] === true);
  const needed = component.minLength(spec.params, train);
  if (train.y.length < needed) throw seriesTooShort(train.label, train.y.length, needed, printSpec(spec));
  return component.fit(train, spec.params, work);
}

/** Refuses MissingValues where y has some and the part does not understand them. */
function requireKnown(spec: ComponentSpec, { label, y, index }: Training, tolerates: boolean): void {
  if (tolerates) return;
  const row = y.findIndex((value) => !Number.isFinite(value));
  if (row < 0) return;
  const missing = y.reduce((n, value) => n + (Number.isFinite(value) ? 0 : 1), 0);
  const remedy = `fill them first: Imputer() * ${printSpec(spec, 3)}`;
  throw refusal(
    "MissingValues",
    `${label}: ${missing} of ${y.length} values are missing where ${printSpec(spec)} needs them, first at ${labelText(index, index.at[row])}; ${remedy}`,
    { check: "complete", observed: missing, required: 0, remedy },
  );
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
